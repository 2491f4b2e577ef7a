// Generated from spec/animal-store.openapi.yaml by `npm run generate`. Do not edit.
export const document = {
  "openapi": "3.1.0",
  "info": {
    "title": "Animal Store Service",
    "version": "1.0.0",
    "description": "The interface document (interface.md) as OpenAPI, with nothing added. Where the document is silent, so is this file. `x-section` names the section of the document, `x-faker` is a hint for generating data, `x-sunset` is the day on which an operation is to be removed. The `code` values, messages and identifiers in examples are examples: the document doesn't state them."
  },
  "servers": [
    {
      "url": "{base_url}",
      "description": "Production. The address already ends in the version prefix `/v1`.",
      "variables": {
        "base_url": {
          "default": "https://production.invalid/v1"
        }
      }
    },
    {
      "url": "{staging_base_url}",
      "description": "Staging. Same path layout as production.",
      "variables": {
        "staging_base_url": {
          "default": "https://staging.invalid/v1"
        }
      }
    }
  ],
  "security": [
    {
      "bearer": []
    }
  ],
  "tags": [
    {
      "name": "animals",
      "description": "List animals, add an animal, read one animal by identifier."
    }
  ],
  "paths": {
    "/pets": {
      "get": {
        "operationId": "listPets",
        "summary": "List all animals",
        "description": "A page of animals. How a client requests further pages is not shown.",
        "x-section": "4.1",
        "tags": [
          "animals"
        ],
        "parameters": [
          {
            "name": "limit",
            "in": "query",
            "required": false,
            "description": "Maximum number of animals to return (page size).",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100,
              "default": 20
            }
          },
          {
            "name": "status",
            "in": "query",
            "required": false,
            "description": "Returns only animals with this status.",
            "schema": {
              "$ref": "#/components/schemas/PetStatus"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A page of animals.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pets"
                },
                "examples": {
                  "some-pets": {
                    "summary": "A page with every status, and an animal without one",
                    "value": [
                      {
                        "id": 1,
                        "name": "Rex",
                        "categoryId": 2,
                        "status": "available"
                      },
                      {
                        "id": 2,
                        "name": "Whiskers",
                        "categoryId": 1,
                        "status": "pending"
                      },
                      {
                        "id": 3,
                        "name": "Bubbles",
                        "categoryId": 5,
                        "status": "sold"
                      },
                      {
                        "id": 4,
                        "name": "Shadow",
                        "categoryId": 3
                      }
                    ]
                  },
                  "no-pets": {
                    "summary": "An empty page",
                    "value": []
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          }
        }
      },
      "post": {
        "operationId": "createPet",
        "summary": "Add an animal",
        "description": "Adds an animal; the service assigns its identifier.",
        "x-section": "4.2",
        "tags": [
          "animals"
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              },
              "examples": {
                "with-status": {
                  "summary": "An animal with a status",
                  "value": {
                    "name": "Rex",
                    "categoryId": 2,
                    "status": "available"
                  }
                },
                "without-status": {
                  "summary": "An animal without a status",
                  "value": {
                    "name": "Shadow",
                    "categoryId": 3
                  }
                }
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "Animal added; the body carries the assigned `id`.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "created-pet": {
                    "summary": "The animal with its identifier",
                    "value": {
                      "id": 51,
                      "name": "Rex",
                      "categoryId": 2,
                      "status": "available"
                    }
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          }
        }
      }
    },
    "/pets/{petId}": {
      "get": {
        "operationId": "getPet",
        "summary": "Get an animal",
        "description": "Deprecated, to be removed on 5 December 2030. The replacement is `GET /pets` with the `status` filter.",
        "deprecated": true,
        "x-sunset": "2030-12-05",
        "x-section": "4.3",
        "tags": [
          "animals"
        ],
        "parameters": [
          {
            "name": "petId",
            "in": "path",
            "required": true,
            "description": "Identifier of the animal.",
            "schema": {
              "type": "integer",
              "format": "int64"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The requested animal.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Pet"
                },
                "examples": {
                  "pet-with-status": {
                    "summary": "An animal with a status",
                    "value": {
                      "id": 1,
                      "name": "Rex",
                      "categoryId": 2,
                      "status": "available"
                    }
                  },
                  "pet-without-status": {
                    "summary": "An animal without a status",
                    "value": {
                      "id": 4,
                      "name": "Shadow",
                      "categoryId": 3
                    }
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "bearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "The API key, sent as `Authorization: Bearer <API_KEY>`."
      }
    },
    "schemas": {
      "PetStatus": {
        "type": "string",
        "description": "Availability status of an animal.",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "NewPet": {
        "type": "object",
        "description": "The payload for creation.",
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "type": "string",
            "description": "The animal's name.",
            "x-faker": "animal.petName"
          },
          "categoryId": {
            "type": "integer",
            "format": "int64",
            "description": "Identifier of the category the animal belongs to.",
            "x-faker": {
              "number.int": [
                {
                  "min": 1,
                  "max": 8
                }
              ]
            }
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "Pet": {
        "description": "The animal as returned.",
        "allOf": [
          {
            "$ref": "#/components/schemas/NewPet"
          },
          {
            "type": "object",
            "required": [
              "id"
            ],
            "properties": {
              "id": {
                "type": "integer",
                "format": "int64",
                "description": "Unique identifier, assigned by the service on creation."
              }
            }
          }
        ]
      },
      "Pets": {
        "type": "array",
        "items": {
          "$ref": "#/components/schemas/Pet"
        }
      },
      "Error": {
        "type": "object",
        "required": [
          "code",
          "message",
          "status"
        ],
        "properties": {
          "code": {
            "type": "string",
            "description": "Machine-readable error code."
          },
          "message": {
            "type": "string",
            "description": "Human-readable description."
          },
          "status": {
            "type": "integer",
            "description": "The HTTP status code of the response."
          }
        }
      }
    },
    "responses": {
      "BadRequest": {
        "description": "Request body missing required fields or with invalid values.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "missing-name": {
                "summary": "The body has no name",
                "value": {
                  "code": "bad_request",
                  "message": "name is missing: a string is required (section 2, NewPet). Add \"name\" to the body.",
                  "status": 400
                }
              },
              "missing-category-id": {
                "summary": "The body has no categoryId",
                "value": {
                  "code": "bad_request",
                  "message": "categoryId is missing: an int64 integer is required (section 2, NewPet). Add \"categoryId\" to the body.",
                  "status": 400
                }
              },
              "wrong-name": {
                "summary": "The name isn't a string",
                "value": {
                  "code": "bad_request",
                  "message": "name must be a string, and 42 (a number) came (section 2, NewPet). Send it in quotes.",
                  "status": 400
                }
              },
              "wrong-category-id": {
                "summary": "The categoryId isn't an integer",
                "value": {
                  "code": "bad_request",
                  "message": "categoryId must be an int64 integer, and \"2\" (a string) came (section 2, NewPet). Send it without quotes.",
                  "status": 400
                }
              },
              "unknown-status": {
                "summary": "The status isn't one of the three",
                "value": {
                  "code": "bad_request",
                  "message": "status must be one of available, pending, sold, and \"eaten\" came (section 2, PetStatus). Use one of the three, or leave status out.",
                  "status": 400
                }
              },
              "malformed-json": {
                "summary": "The body isn't JSON",
                "value": {
                  "code": "bad_request",
                  "message": "The body must be a JSON object, and it is not JSON (section 4.2, createPet). Send name and categoryId as a JSON object.",
                  "status": 400
                }
              }
            }
          }
        }
      },
      "Unauthorized": {
        "description": "Missing or invalid API key.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "missing-key": {
                "summary": "No Authorization header",
                "value": {
                  "code": "unauthorized",
                  "message": "The API key is missing (section 5). Send the header Authorization: Bearer <API_KEY>.",
                  "status": 401
                }
              },
              "unknown-key": {
                "summary": "A key that the service doesn't know",
                "value": {
                  "code": "unauthorized",
                  "message": "The API key is not valid (section 5). Send a key that this service knows.",
                  "status": 401
                }
              },
              "expired-key": {
                "summary": "A key that was valid once",
                "value": {
                  "code": "unauthorized",
                  "message": "The API key has expired (section 5). Send a key that is valid now.",
                  "status": 401
                }
              }
            }
          }
        }
      },
      "NotFound": {
        "description": "The requested resource could not be found.",
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Error"
            },
            "examples": {
              "no-such-pet": {
                "summary": "No animal has this identifier",
                "value": {
                  "code": "not_found",
                  "message": "No animal has the identifier 999 (section 4.3, getPet). Use an identifier that the list shows.",
                  "status": 404
                }
              }
            }
          }
        }
      }
    }
  }
} as const;
