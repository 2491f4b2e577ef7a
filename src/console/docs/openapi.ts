type Named<Part> = Readonly<Record<string, Part>>;

/** The parts of the OpenAPI document that the page shows. */
export interface Api {
  readonly info: Named<string>;
  readonly paths: Named<Named<Omit<Endpoint, 'method' | 'path'>>>;
  readonly components: {
    readonly schemas: Named<Schema>;
    readonly responses: Named<Body>;
    readonly securitySchemes: Named<Schema>;
  };
}

/** An operation, with where it is. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly 'x-section': string;
  readonly summary: string;
  readonly description: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly {
    name: string;
    required: boolean;
    schema: Schema;
    description: string;
  }[];
  readonly requestBody?: Body;
  readonly responses: Named<Body>;
}

export interface Body {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Named<{
    readonly schema: Schema;
    readonly examples: Named<{ readonly summary: string; readonly value: unknown }>;
  }>;
}

export interface Schema extends Named<unknown> {
  readonly $ref?: string;
  readonly description?: string;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly properties?: Named<Schema>;
  readonly required?: unknown;
}
