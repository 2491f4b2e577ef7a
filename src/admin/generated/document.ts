// Generated from spec/admin.openapi.yaml by `npm run generate`. Do not edit.
export const document = {
  "openapi": "3.1.0",
  "info": {
    "title": "Control of animal-store-simulator",
    "version": "0.1.0",
    "description": "The simulator's own interface, by which tests control it. None of it is promised by the Animal Store service. Every call concerns one sandbox: the one that the header `Simulator-Sandbox`, the query parameter `sandbox`, the path `/sandboxes/{name}/__admin` or the key in `Authorization` selects, and `default` otherwise. Identifiers are strings of digits, since most JSON tools round integers of 64 bits."
  },
  "servers": [
    {
      "url": "http://127.0.0.1:4010/__admin"
    }
  ],
  "security": [
    {
      "token": []
    },
    {}
  ],
  "tags": [
    {
      "name": "sandboxes",
      "description": "Isolated worlds, each with its own pets, rules, journal, clock and settings."
    },
    {
      "name": "rules",
      "description": "Rules that force answers beforehand, for clients that can't send headers."
    },
    {
      "name": "journal",
      "description": "What was sent to a sandbox, with what the simulator has to say about it."
    },
    {
      "name": "settings",
      "description": "How a sandbox behaves where the document is silent, how slow it is, and its time."
    },
    {
      "name": "pets",
      "description": "The pets of a sandbox, without leaving a trace in its journal."
    }
  ],
  "paths": {
    "/sandboxes": {
      "get": {
        "operationId": "listSandboxes",
        "summary": "All sandboxes that are kept",
        "description": "`default` comes first, then those that were used last at the end.",
        "tags": [
          "sandboxes"
        ],
        "responses": {
          "200": {
            "description": "The sandboxes.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "sandboxes"
                  ],
                  "properties": {
                    "sandboxes": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/Sandbox"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/sandboxes/{name}": {
      "delete": {
        "operationId": "dropSandbox",
        "summary": "Drop a sandbox",
        "description": "A sandbox that is used again begins anew. `default` always exists and begins anew at once.",
        "tags": [
          "sandboxes"
        ],
        "parameters": [
          {
            "name": "name",
            "in": "path",
            "required": true,
            "description": "The name of the sandbox.",
            "schema": {
              "$ref": "#/components/schemas/SandboxName"
            }
          }
        ],
        "responses": {
          "204": {
            "description": "It is gone."
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/reset": {
      "post": {
        "operationId": "reset",
        "summary": "Back to the seeded start",
        "description": "Pets, rules, journal, clock and settings are again as those of a new sandbox, but for what the body says.",
        "tags": [
          "sandboxes"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Reset"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The sandbox as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/state": {
      "get": {
        "operationId": "readState",
        "summary": "A snapshot of the sandbox",
        "description": "All that its next answers depend on. The journal is not part of it.",
        "tags": [
          "sandboxes"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "200": {
            "description": "The snapshot.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Snapshot"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "writeState",
        "summary": "Restore a snapshot",
        "description": "The same requests get the same answers as they did after it was taken. The journal begins anew.",
        "tags": [
          "sandboxes"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Snapshot"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The sandbox as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Sandbox"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/rules": {
      "get": {
        "operationId": "listRules",
        "summary": "The rules of the sandbox",
        "description": "In the order in which they are tried; the first that matches is applied.",
        "tags": [
          "rules"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "200": {
            "description": "The rules.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "rules"
                  ],
                  "properties": {
                    "rules": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/RuleState"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "addRule",
        "summary": "Add a rule, behind the others",
        "description": "A request that asks for a scenario itself, with the header `Prefer`, goes before any rule.",
        "tags": [
          "rules"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/Rule"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The rule, with its identifier.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RuleState"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "removeRules",
        "summary": "Remove all rules",
        "description": "Nothing is forced any more.",
        "tags": [
          "rules"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "204": {
            "description": "They are gone."
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/rules/{id}": {
      "delete": {
        "operationId": "removeRule",
        "summary": "Remove one rule",
        "description": "The others stay as they are.",
        "tags": [
          "rules"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          },
          {
            "name": "id",
            "in": "path",
            "required": true,
            "description": "The identifier of the rule.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "204": {
            "description": "It is gone."
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/requests": {
      "get": {
        "operationId": "listRequests",
        "summary": "The journal of the sandbox",
        "description": "The exchanges that are kept, the oldest first; all filters have to hold. With `wait`, the answer comes when so many are there, or when the time is over.",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          },
          {
            "name": "operation",
            "in": "query",
            "description": "Only exchanges of this operation.",
            "schema": {
              "$ref": "#/components/schemas/OperationName"
            }
          },
          {
            "name": "status",
            "in": "query",
            "description": "Only those that were answered with this status.",
            "schema": {
              "type": "integer",
              "minimum": 100,
              "maximum": 599
            }
          },
          {
            "name": "note",
            "in": "query",
            "description": "Only those with a note of this kind, or on this open point: `open`, `list-order`.",
            "schema": {
              "$ref": "#/components/schemas/NoteFilter"
            }
          },
          {
            "name": "since",
            "in": "query",
            "description": "Only those from this instant on, by the real clock.",
            "schema": {
              "$ref": "#/components/schemas/Instant"
            }
          },
          {
            "name": "after",
            "in": "query",
            "description": "Only those behind the one with this number, to page on.",
            "schema": {
              "type": "integer",
              "minimum": 0
            }
          },
          {
            "name": "limit",
            "in": "query",
            "description": "At most so many, the oldest of those that fit.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100000
            }
          },
          {
            "name": "wait",
            "in": "query",
            "description": "Wait until so many fit.",
            "schema": {
              "type": "integer",
              "minimum": 1,
              "maximum": 100000
            }
          },
          {
            "name": "timeout",
            "in": "query",
            "description": "How long to wait, in milliseconds. Default: 3000.",
            "schema": {
              "type": "integer",
              "minimum": 0,
              "maximum": 60000
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The exchanges.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Requests"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "delete": {
        "operationId": "clearRequests",
        "summary": "Forget the journal",
        "description": "Numbers go on from where they were.",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "204": {
            "description": "It is empty."
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/requests/count": {
      "post": {
        "operationId": "countRequests",
        "summary": "How many requests were like this",
        "description": "When none was, the answer says which one came closest, and what was different.",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/RequestPattern"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The number of those that are kept.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RequestCount"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/settings": {
      "get": {
        "operationId": "readSettings",
        "summary": "The settings of the sandbox",
        "description": "One choice for every open point, the latency, and what its test intends.",
        "tags": [
          "settings"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "200": {
            "description": "The settings.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Settings"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "writeSettings",
        "summary": "Set them",
        "description": "What isn't said becomes as the simulator was started. Pets stay as they are.",
        "tags": [
          "settings"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/SettingsChange"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The settings as they are now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Settings"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/clock": {
      "get": {
        "operationId": "readClock",
        "summary": "The time of the sandbox",
        "description": "Real, or frozen at an instant.",
        "tags": [
          "settings"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "200": {
            "description": "The clock.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "put": {
        "operationId": "writeClock",
        "summary": "Freeze, advance or release the clock",
        "description": "A frozen clock stands still where it is advanced to; a real one runs on from there.",
        "tags": [
          "settings"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ClockChange"
              },
              "examples": {
                "freeze": {
                  "value": {
                    "mode": "frozen",
                    "now": "2030-12-06T00:00:00Z"
                  }
                },
                "advance": {
                  "value": {
                    "advance": 86400000
                  }
                },
                "release": {
                  "value": {
                    "mode": "real"
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The clock as it is now.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Clock"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/pets": {
      "get": {
        "operationId": "listAllPets",
        "summary": "All pets of the sandbox",
        "description": "The oldest first, however many there are.",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "responses": {
          "200": {
            "description": "The pets.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "pets"
                  ],
                  "properties": {
                    "pets": {
                      "type": "array",
                      "items": {
                        "$ref": "#/components/schemas/StoredPet"
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      },
      "post": {
        "operationId": "addPet",
        "summary": "Add a pet",
        "description": "As createPet does, but whatever rules and settings say, and unseen by the journal.",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/NewPet"
              }
            }
          }
        },
        "responses": {
          "201": {
            "description": "The pet, with its identifier.",
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/StoredPet"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/events": {
      "get": {
        "operationId": "streamEvents",
        "summary": "Exchanges as they take place",
        "description": "Server-sent events named `exchange`, each with an exchange as its data and its number as its id. With the header `Last-Event-ID`, those that the journal kept since then come first.",
        "tags": [
          "journal"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          },
          {
            "name": "all",
            "in": "query",
            "description": "The exchanges of all sandboxes; the events then have no id.",
            "schema": {
              "type": "boolean"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "A stream that doesn't end.",
            "content": {
              "text/event-stream": {
                "schema": {
                  "type": "string"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/provider-states": {
      "post": {
        "operationId": "changeProviderState",
        "summary": "Set up or tear down a provider state",
        "description": "For any Pact verifier. What was set up stays when it is torn down.",
        "tags": [
          "pets"
        ],
        "parameters": [
          {
            "$ref": "#/components/parameters/sandbox"
          }
        ],
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "type": "object",
                "required": [
                  "state"
                ],
                "properties": {
                  "state": {
                    "type": "string"
                  },
                  "params": {
                    "type": [
                      "object",
                      "null"
                    ]
                  },
                  "action": {
                    "type": "string",
                    "enum": [
                      "setup",
                      "teardown"
                    ]
                  }
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Values for the interaction's request.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/contracts": {
      "get": {
        "operationId": "listContracts",
        "summary": "The published contracts",
        "description": "No token is needed.",
        "tags": [
          "pets"
        ],
        "security": [
          {}
        ],
        "responses": {
          "200": {
            "description": "An index.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": [
                    "contracts"
                  ],
                  "properties": {
                    "contracts": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "required": [
                          "name",
                          "url"
                        ],
                        "properties": {
                          "name": {
                            "type": "string"
                          },
                          "url": {
                            "type": "string"
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    },
    "/contracts/{name}": {
      "get": {
        "operationId": "readContract",
        "summary": "One contract",
        "description": "A Pact file, as any verifier's URL source reads it. No token is needed.",
        "tags": [
          "pets"
        ],
        "security": [
          {}
        ],
        "parameters": [
          {
            "name": "name",
            "in": "path",
            "required": true,
            "description": "The name of the file.",
            "schema": {
              "type": "string"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The Pact file.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object"
                }
              }
            }
          },
          "default": {
            "$ref": "#/components/responses/Error"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "token": {
        "type": "apiKey",
        "in": "header",
        "name": "Simulator-Admin-Token",
        "description": "Asked for when the simulator was started with `--admin-token`, as it has to be beyond loopback."
      }
    },
    "parameters": {
      "sandbox": {
        "name": "sandbox",
        "in": "query",
        "description": "The sandbox, for those who can't send headers.",
        "schema": {
          "$ref": "#/components/schemas/SandboxName"
        }
      }
    },
    "responses": {
      "Error": {
        "description": "What was wrong, where, and what was expected.",
        "content": {
          "application/json": {
            "schema": {
              "type": "object",
              "required": [
                "code",
                "message",
                "status"
              ],
              "properties": {
                "code": {
                  "type": "string"
                },
                "message": {
                  "type": "string"
                },
                "status": {
                  "type": "integer"
                }
              }
            }
          }
        }
      }
    },
    "schemas": {
      "SandboxName": {
        "type": "string",
        "pattern": "^[A-Za-z0-9_-]{1,64}$",
        "description": "1 to 64 letters, digits, hyphens and underscores"
      },
      "OperationName": {
        "type": "string",
        "enum": [
          "listPets",
          "createPet",
          "getPet"
        ]
      },
      "Instant": {
        "type": "string",
        "format": "instant",
        "description": "an instant such as 2030-12-05T00:00:00Z (ISO 8601)"
      },
      "Int64": {
        "type": "string",
        "format": "int64-digits",
        "description": "an int64 as a string of digits, such as \"7\""
      },
      "NoteFilter": {
        "type": "string",
        "enum": [
          "open",
          "deprecated",
          "unstable",
          "violation",
          "scenario",
          "omitted-status",
          "list-order",
          "limit-out-of-range",
          "limit-malformed",
          "unknown-status-filter",
          "unknown-query",
          "unknown-field",
          "malformed-pet-id",
          "id-scheme",
          "extra-response-fields",
          "unknown-category",
          "empty-name",
          "media-type",
          "error-codes",
          "after-sunset"
        ]
      },
      "Profile": {
        "type": "string",
        "enum": [
          "default",
          "strict",
          "lenient",
          "hostile"
        ],
        "description": "A named set of choices for all open points."
      },
      "Seed": {
        "type": "integer",
        "minimum": 0,
        "maximum": 4294967295,
        "description": "Seed of all that looks random."
      },
      "PetStatus": {
        "type": "string",
        "enum": [
          "available",
          "pending",
          "sold"
        ]
      },
      "Sandbox": {
        "type": "object",
        "required": [
          "name",
          "pets",
          "requests",
          "rules"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "pets": {
            "type": "integer",
            "description": "How many pets it has."
          },
          "requests": {
            "type": "integer",
            "description": "How many exchanges there were since the sandbox was made."
          },
          "rules": {
            "type": "integer",
            "description": "How many rules it has."
          }
        }
      },
      "Reset": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "seed": {
            "$ref": "#/components/schemas/Seed"
          },
          "pets": {
            "type": "integer",
            "minimum": 0,
            "maximum": 10000,
            "description": "How many pets are seeded; making more would hold up everybody else."
          },
          "fixture": {
            "type": "string",
            "description": "The name of a fixture. Files can't be named here."
          },
          "profile": {
            "$ref": "#/components/schemas/Profile"
          },
          "choose": {
            "$ref": "#/components/schemas/SomeChoices"
          },
          "allow": {
            "$ref": "#/components/schemas/AllowedNotes"
          }
        }
      },
      "AllowedNotes": {
        "type": "array",
        "description": "What the sandbox's test brings up on purpose, beside what the simulator was started with: all notes of a kind, or single open points. Such notes are in answers, log and journal as ever; the summary counts them apart, and no run fails by them. A snapshot doesn't have them, and restoring one leaves them as they are.",
        "items": {
          "type": "string",
          "enum": [
            "open",
            "deprecated",
            "violation",
            "omitted-status",
            "list-order",
            "limit-out-of-range",
            "limit-malformed",
            "unknown-status-filter",
            "unknown-query",
            "unknown-field",
            "malformed-pet-id",
            "id-scheme",
            "extra-response-fields",
            "unknown-category",
            "empty-name",
            "media-type",
            "error-codes",
            "after-sunset"
          ]
        }
      },
      "SomeChoices": {
        "type": "object",
        "description": "Choices for single open points; they replace the profile's.",
        "additionalProperties": false,
        "properties": {
          "omitted-status": {
            "type": "string",
            "enum": [
              "absent",
              "available"
            ]
          },
          "list-order": {
            "type": "string",
            "enum": [
              "oldest-first",
              "newest-first",
              "shuffled"
            ]
          },
          "limit-out-of-range": {
            "type": "string",
            "enum": [
              "reject",
              "clamp",
              "ignore"
            ]
          },
          "limit-malformed": {
            "type": "string",
            "enum": [
              "reject",
              "ignore"
            ]
          },
          "unknown-status-filter": {
            "type": "string",
            "enum": [
              "reject",
              "none",
              "ignore"
            ]
          },
          "unknown-query": {
            "type": "string",
            "enum": [
              "ignore",
              "reject"
            ]
          },
          "unknown-field": {
            "type": "string",
            "enum": [
              "ignore",
              "reject",
              "echo"
            ]
          },
          "malformed-pet-id": {
            "type": "string",
            "enum": [
              "not-found",
              "reject"
            ]
          },
          "id-scheme": {
            "type": "string",
            "enum": [
              "sequential",
              "sparse",
              "large"
            ]
          },
          "extra-response-fields": {
            "type": "string",
            "enum": [
              "none",
              "some"
            ]
          },
          "unknown-category": {
            "type": "string",
            "enum": [
              "accept",
              "reject"
            ]
          },
          "empty-name": {
            "type": "string",
            "enum": [
              "accept",
              "reject"
            ]
          },
          "media-type": {
            "type": "string",
            "enum": [
              "reject",
              "unsupported",
              "accept"
            ]
          },
          "error-codes": {
            "type": "string",
            "enum": [
              "words",
              "opaque"
            ]
          },
          "after-sunset": {
            "type": "string",
            "enum": [
              "gone",
              "not-found",
              "available"
            ]
          }
        }
      },
      "AllChoices": {
        "type": "object",
        "description": "One choice for every open point.",
        "additionalProperties": false,
        "required": [
          "omitted-status",
          "list-order",
          "limit-out-of-range",
          "limit-malformed",
          "unknown-status-filter",
          "unknown-query",
          "unknown-field",
          "malformed-pet-id",
          "id-scheme",
          "extra-response-fields",
          "unknown-category",
          "empty-name",
          "media-type",
          "error-codes",
          "after-sunset"
        ],
        "properties": {
          "omitted-status": {
            "type": "string",
            "enum": [
              "absent",
              "available"
            ]
          },
          "list-order": {
            "type": "string",
            "enum": [
              "oldest-first",
              "newest-first",
              "shuffled"
            ]
          },
          "limit-out-of-range": {
            "type": "string",
            "enum": [
              "reject",
              "clamp",
              "ignore"
            ]
          },
          "limit-malformed": {
            "type": "string",
            "enum": [
              "reject",
              "ignore"
            ]
          },
          "unknown-status-filter": {
            "type": "string",
            "enum": [
              "reject",
              "none",
              "ignore"
            ]
          },
          "unknown-query": {
            "type": "string",
            "enum": [
              "ignore",
              "reject"
            ]
          },
          "unknown-field": {
            "type": "string",
            "enum": [
              "ignore",
              "reject",
              "echo"
            ]
          },
          "malformed-pet-id": {
            "type": "string",
            "enum": [
              "not-found",
              "reject"
            ]
          },
          "id-scheme": {
            "type": "string",
            "enum": [
              "sequential",
              "sparse",
              "large"
            ]
          },
          "extra-response-fields": {
            "type": "string",
            "enum": [
              "none",
              "some"
            ]
          },
          "unknown-category": {
            "type": "string",
            "enum": [
              "accept",
              "reject"
            ]
          },
          "empty-name": {
            "type": "string",
            "enum": [
              "accept",
              "reject"
            ]
          },
          "media-type": {
            "type": "string",
            "enum": [
              "reject",
              "unsupported",
              "accept"
            ]
          },
          "error-codes": {
            "type": "string",
            "enum": [
              "words",
              "opaque"
            ]
          },
          "after-sunset": {
            "type": "string",
            "enum": [
              "gone",
              "not-found",
              "available"
            ]
          }
        }
      },
      "Latency": {
        "type": "object",
        "description": "Milliseconds that every answer takes, at least and at most.",
        "required": [
          "from",
          "to"
        ],
        "additionalProperties": false,
        "properties": {
          "from": {
            "type": "integer",
            "minimum": 0,
            "maximum": 60000
          },
          "to": {
            "type": "integer",
            "minimum": 0,
            "maximum": 60000
          }
        }
      },
      "Settings": {
        "type": "object",
        "required": [
          "choices",
          "latency",
          "allow"
        ],
        "properties": {
          "choices": {
            "$ref": "#/components/schemas/AllChoices"
          },
          "latency": {
            "$ref": "#/components/schemas/Latency"
          },
          "allow": {
            "$ref": "#/components/schemas/AllowedNotes"
          }
        }
      },
      "SettingsChange": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "profile": {
            "$ref": "#/components/schemas/Profile"
          },
          "choose": {
            "$ref": "#/components/schemas/SomeChoices"
          },
          "latency": {
            "type": [
              "integer",
              "string"
            ],
            "description": "milliseconds up to 60000, such as 200, or a range such as \"100-300\""
          },
          "allow": {
            "$ref": "#/components/schemas/AllowedNotes"
          }
        }
      },
      "Clock": {
        "type": "object",
        "required": [
          "mode",
          "now",
          "advanced"
        ],
        "additionalProperties": false,
        "properties": {
          "mode": {
            "type": "string",
            "enum": [
              "real",
              "frozen"
            ]
          },
          "now": {
            "$ref": "#/components/schemas/Instant"
          },
          "advanced": {
            "type": "integer",
            "description": "How far a real clock was advanced, in milliseconds."
          }
        }
      },
      "ClockChange": {
        "type": "object",
        "additionalProperties": false,
        "minProperties": 1,
        "properties": {
          "mode": {
            "type": "string",
            "enum": [
              "real",
              "frozen"
            ]
          },
          "now": {
            "$ref": "#/components/schemas/Instant"
          },
          "advance": {
            "type": "integer",
            "minimum": -8640000000000,
            "maximum": 8640000000000,
            "description": "Milliseconds forward, or back when it is negative."
          }
        }
      },
      "Answer": {
        "type": "object",
        "description": "What an answer is like when it is forced, as the header `Prefer` says it.",
        "properties": {
          "code": {
            "type": "integer",
            "minimum": 100,
            "maximum": 599,
            "description": "The status. One that the document lists for the operation, or 429, 500, 502, 503, 504."
          },
          "example": {
            "type": "string",
            "pattern": "^[a-z0-9-]{1,64}$",
            "description": "the name of an example in /openapi.yaml, such as missing-name"
          },
          "delay": {
            "type": "integer",
            "minimum": 0,
            "maximum": 60000,
            "description": "Milliseconds."
          },
          "fault": {
            "type": "string",
            "enum": [
              "reset",
              "empty",
              "truncate",
              "garbage"
            ],
            "description": "How the answer is broken on its way."
          }
        }
      },
      "RequestMatch": {
        "type": "object",
        "description": "What a request has to be like; what isn't said doesn't matter.",
        "properties": {
          "petId": {
            "type": "string",
            "description": "The identifier in the path."
          },
          "query": {
            "type": "object",
            "description": "Query parameters with these values.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "headers": {
            "type": "object",
            "description": "Headers with these values; names in any case.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "body": {
            "description": "JSON that the body has to have, among other fields. Arrays have to be equal."
          },
          "bodyContains": {
            "type": "string",
            "description": "A part of the body's text."
          }
        }
      },
      "Match": {
        "allOf": [
          {
            "$ref": "#/components/schemas/RequestMatch"
          }
        ],
        "unevaluatedProperties": false
      },
      "RuleFields": {
        "allOf": [
          {
            "$ref": "#/components/schemas/Answer"
          }
        ],
        "type": "object",
        "properties": {
          "operation": {
            "$ref": "#/components/schemas/OperationName"
          },
          "match": {
            "$ref": "#/components/schemas/Match"
          },
          "times": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "How many times it is applied. Without it, until it is removed."
          },
          "probability": {
            "type": "number",
            "minimum": 0,
            "maximum": 1,
            "description": "Seeded, so that it repeats. Default: 1."
          }
        }
      },
      "Rule": {
        "description": "Forces a response. It sets at least one of code, example, delay and fault.",
        "allOf": [
          {
            "$ref": "#/components/schemas/RuleFields"
          }
        ],
        "unevaluatedProperties": false
      },
      "RuleState": {
        "description": "A rule and how often it was applied.",
        "allOf": [
          {
            "$ref": "#/components/schemas/RuleFields"
          }
        ],
        "type": "object",
        "required": [
          "id",
          "applied",
          "tried"
        ],
        "properties": {
          "id": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_-]{1,64}$",
            "description": "1 to 64 letters, digits, hyphens and underscores"
          },
          "applied": {
            "type": "integer",
            "minimum": 0,
            "description": "How often it was applied."
          },
          "tried": {
            "type": "integer",
            "minimum": 0,
            "description": "How often a request matched, whatever chance then said."
          }
        },
        "unevaluatedProperties": false
      },
      "RequestPattern": {
        "description": "What exchanges have to be like; what isn't said doesn't matter.",
        "allOf": [
          {
            "$ref": "#/components/schemas/RequestMatch"
          }
        ],
        "type": "object",
        "properties": {
          "operation": {
            "$ref": "#/components/schemas/OperationName"
          },
          "method": {
            "type": "string",
            "description": "such as POST"
          },
          "status": {
            "type": "integer",
            "minimum": 100,
            "maximum": 599
          },
          "note": {
            "$ref": "#/components/schemas/NoteFilter"
          }
        },
        "unevaluatedProperties": false
      },
      "Note": {
        "type": "object",
        "description": "What the simulator has to say about an exchange.",
        "required": [
          "kind"
        ],
        "properties": {
          "kind": {
            "type": "string",
            "enum": [
              "open",
              "deprecated",
              "unstable",
              "violation",
              "scenario"
            ]
          },
          "point": {
            "type": "string",
            "description": "Of an open point, which one."
          },
          "choice": {
            "type": "string",
            "description": "What the simulator chose."
          },
          "section": {
            "type": "string",
            "description": "The section of the interface document."
          },
          "operation": {
            "$ref": "#/components/schemas/OperationName"
          },
          "stability": {
            "type": "string"
          },
          "applied": {
            "type": "string",
            "description": "Of a scenario, what was forced."
          },
          "beyond": {
            "type": "boolean",
            "description": "Whether that is beyond the interface."
          }
        }
      },
      "Exchange": {
        "type": "object",
        "description": "A request, its answer's status, and what the simulator has to say about the two. Keys are redacted.",
        "required": [
          "number",
          "time",
          "sandbox",
          "method",
          "path",
          "query",
          "headers",
          "status",
          "notes"
        ],
        "properties": {
          "number": {
            "type": "integer",
            "description": "Counted from 1 in each sandbox, and never again from 1."
          },
          "time": {
            "$ref": "#/components/schemas/Instant"
          },
          "sandbox": {
            "type": "string"
          },
          "operation": {
            "$ref": "#/components/schemas/OperationName"
          },
          "method": {
            "type": "string"
          },
          "path": {
            "type": "string"
          },
          "query": {
            "type": "string",
            "description": "As it was sent, without the question mark."
          },
          "headers": {
            "type": "object",
            "description": "Names in lower case; one that was sent repeatedly is joined.",
            "additionalProperties": {
              "type": "string"
            }
          },
          "body": {
            "type": "string",
            "description": "The body's text, at most 4 KiB of it."
          },
          "bodyCut": {
            "type": "boolean",
            "description": "True when there was more of it."
          },
          "json": {
            "description": "The body as JSON, if it is. Integers have all their digits; most tools round large ones."
          },
          "status": {
            "type": "integer"
          },
          "message": {
            "type": "string",
            "description": "What the answer says is wrong, unless it was forced."
          },
          "notes": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Note"
            }
          }
        }
      },
      "Requests": {
        "type": "object",
        "required": [
          "requests",
          "total",
          "kept",
          "enough"
        ],
        "properties": {
          "requests": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/Exchange"
            }
          },
          "total": {
            "type": "integer",
            "description": "How many exchanges there were since the sandbox was made."
          },
          "kept": {
            "type": "integer",
            "description": "How many of them the journal still has."
          },
          "enough": {
            "type": "boolean",
            "description": "Whether as many fit as were waited for."
          }
        }
      },
      "RequestCount": {
        "type": "object",
        "required": [
          "count"
        ],
        "properties": {
          "count": {
            "type": "integer"
          },
          "closest": {
            "type": "object",
            "description": "When none fits, the one that came closest.",
            "required": [
              "request",
              "differences"
            ],
            "properties": {
              "request": {
                "$ref": "#/components/schemas/Exchange"
              },
              "differences": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            }
          }
        }
      },
      "NewPet": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "categoryId"
        ],
        "properties": {
          "name": {
            "type": "string"
          },
          "categoryId": {
            "$ref": "#/components/schemas/Int64"
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          }
        }
      },
      "StoredPet": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "name",
          "categoryId"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Int64"
          },
          "name": {
            "type": "string"
          },
          "categoryId": {
            "$ref": "#/components/schemas/Int64"
          },
          "status": {
            "$ref": "#/components/schemas/PetStatus"
          },
          "extra": {
            "type": "string",
            "description": "fields that are not in the document, as the text of a JSON object"
          }
        }
      },
      "Snapshot": {
        "type": "object",
        "description": "A sandbox as one JSON document.",
        "additionalProperties": false,
        "required": [
          "snapshot",
          "seed",
          "choices",
          "latency",
          "clock",
          "answered",
          "numbered",
          "seeded",
          "rules",
          "rulesAdded",
          "pets"
        ],
        "properties": {
          "snapshot": {
            "type": "integer",
            "const": 1,
            "description": "The version of this format."
          },
          "seed": {
            "$ref": "#/components/schemas/Seed"
          },
          "choices": {
            "$ref": "#/components/schemas/AllChoices"
          },
          "latency": {
            "$ref": "#/components/schemas/Latency"
          },
          "clock": {
            "$ref": "#/components/schemas/Clock"
          },
          "answered": {
            "type": "integer",
            "minimum": 0,
            "description": "How many answers took a latency by chance."
          },
          "numbered": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000000000000,
            "description": "How many identifiers were given."
          },
          "seeded": {
            "type": "integer",
            "minimum": 0,
            "description": "How many of the pets are seeded; they come first."
          },
          "rules": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/RuleState"
            }
          },
          "rulesAdded": {
            "type": "integer",
            "minimum": 0,
            "maximum": 999999999,
            "description": "How many rules were added, removed ones included; the chance of the next depends on it."
          },
          "pets": {
            "type": "array",
            "items": {
              "$ref": "#/components/schemas/StoredPet"
            }
          }
        }
      }
    }
  }
} as const;
