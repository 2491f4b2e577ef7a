type Named<Part> = Readonly<Record<string, Part>>;

/** The parts of the OpenAPI document that the page shows. */
export interface Api {
  readonly info: Named<string>;
  readonly paths: Named<Named<Operation>>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly responses: Named<Body>;
    readonly securitySchemes: Named<Schema>;
  };
}

interface Operation extends Named<unknown> {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Named<Body>;
}

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** An operation, with where it is. */
export interface Endpoint extends Operation {
  readonly method: string;
  readonly path: string;
}

export interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Named<{ readonly schema: Schema; readonly examples: Named<Example> }>;
}

interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface Schema extends Named<unknown> {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Named<Schema>;
  readonly required?: unknown;
}
