// Generated from spec/admin.openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/sandboxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sandboxes
         * @description `default` comes first; the others follow in the order of their last use.
         */
        get: operations["listSandboxes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandboxes/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Drop a sandbox
         * @description The next use of the name creates a new sandbox. `default` is replaced by a new one at once.
         */
        delete: operations["dropSandbox"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sandbox
         * @description Pets, rules, journal, clock and settings become those of a new sandbox, except for the fields of the body.
         */
        post: operations["reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Take a snapshot
         * @description Everything that the next responses of the sandbox depend on. The journal is not part of it.
         */
        get: operations["readState"];
        /**
         * Restore a snapshot
         * @description The same requests get the same responses as after the snapshot was taken. The journal is emptied.
         */
        put: operations["writeState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules
         * @description In the order in which they are tried; the first rule that matches applies.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Add a rule at the end
         * @description A request that asks for a scenario itself, with the header `Prefer`, takes precedence over all rules.
         */
        post: operations["addRule"];
        /**
         * Remove all rules
         * @description No response is forced any longer.
         */
        delete: operations["removeRules"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one rule
         * @description The other rules stay.
         */
        delete: operations["removeRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recorded exchanges
         * @description The journal, oldest first; all filters apply. With `wait`, the response comes once that many exchanges match, or after the timeout.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Empty the journal
         * @description The numbers of later exchanges continue.
         */
        delete: operations["clearRequests"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/requests/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the exchanges that match a pattern
         * @description When none matches, the response has the closest one, and its differences.
         */
        post: operations["countRequests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings
         * @description The choice for every open point, the latency, and the allowed notes.
         */
        get: operations["readSettings"];
        /**
         * Replace the settings
         * @description A field that is left out gets the value that the simulator was started with. Pets stay.
         */
        put: operations["writeSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the clock
         * @description Real, or frozen at an instant.
         */
        get: operations["readClock"];
        /**
         * Freeze, advance or release the clock
         * @description Advancing moves a frozen clock to another instant; a real clock runs on from there.
         */
        put: operations["writeClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all pets
         * @description Oldest first, in one response.
         */
        get: operations["listAllPets"];
        put?: never;
        /**
         * Add a pet
         * @description Like createPet, but regardless of rules and settings, and not recorded.
         */
        post: operations["addPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream exchanges as they happen
         * @description Server-sent events named `exchange`; the data is the exchange, the id is its number. With the header `Last-Event-ID`, the recorded exchanges since that one come first.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/provider-states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up or tear down a provider state
         * @description The state change URL for a Pact verifier. A teardown leaves the pets.
         */
        post: operations["changeProviderState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The published contracts
         * @description No token is needed.
         */
        get: operations["listContracts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contracts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One contract
         * @description A Pact file, as any verifier's URL source reads it. No token is needed.
         */
        get: operations["readContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description 1 to 64 letters, digits, hyphens and underscores */
        SandboxName: string;
        /** @enum {string} */
        OperationName: "listPets" | "createPet" | "getPet";
        /**
         * Format: instant
         * @description an instant such as 2030-12-05T00:00:00Z (ISO 8601)
         */
        Instant: string;
        /**
         * Format: int64-digits
         * @description an int64 as a string of digits, such as "7"
         */
        Int64: string;
        /** @enum {string} */
        NoteFilter: "open" | "deprecated" | "violation" | "scenario" | "omitted-status" | "list-order" | "limit-out-of-range" | "limit-malformed" | "unknown-status-filter" | "unknown-query" | "unknown-field" | "malformed-pet-id" | "id-scheme" | "extra-response-fields" | "unknown-category" | "empty-name" | "media-type" | "error-codes" | "after-sunset";
        /**
         * @description A named set of choices for all open points.
         * @enum {string}
         */
        Profile: "default" | "strict" | "lenient" | "hostile";
        /** @description random seed */
        Seed: number;
        /** @enum {string} */
        PetStatus: "available" | "pending" | "sold";
        Sandbox: {
            name: string;
            /** @description How many pets it has. */
            pets: number;
            /** @description How many exchanges the sandbox has had. */
            requests: number;
            /** @description How many rules it has. */
            rules: number;
        };
        Reset: {
            seed?: components["schemas"]["Seed"];
            /** @description Number of seeded pets; more would block other requests. */
            pets?: number;
            /** @description The name of a built-in fixture; not a file. */
            fixture?: string;
            profile?: components["schemas"]["Profile"];
            choose?: components["schemas"]["SomeChoices"];
            allow?: components["schemas"]["AllowedNotes"];
        };
        /** @description The notes that the test expects, in addition to those that the simulator was started with: all notes of a kind, or single open points. Responses, log and journal still have them; the summary counts them separately, and they fail no run. Snapshots don't contain this list, and a restore keeps it. */
        AllowedNotes: ("open" | "deprecated" | "violation" | "omitted-status" | "list-order" | "limit-out-of-range" | "limit-malformed" | "unknown-status-filter" | "unknown-query" | "unknown-field" | "malformed-pet-id" | "id-scheme" | "extra-response-fields" | "unknown-category" | "empty-name" | "media-type" | "error-codes" | "after-sunset")[];
        /** @description Choices for single open points; they replace the profile's. */
        SomeChoices: {
            /** @enum {string} */
            "omitted-status"?: "absent" | "available";
            /** @enum {string} */
            "list-order"?: "oldest-first" | "newest-first" | "shuffled";
            /** @enum {string} */
            "limit-out-of-range"?: "reject" | "clamp" | "ignore";
            /** @enum {string} */
            "limit-malformed"?: "reject" | "ignore";
            /** @enum {string} */
            "unknown-status-filter"?: "reject" | "none" | "ignore";
            /** @enum {string} */
            "unknown-query"?: "ignore" | "reject";
            /** @enum {string} */
            "unknown-field"?: "ignore" | "reject" | "echo";
            /** @enum {string} */
            "malformed-pet-id"?: "not-found" | "reject";
            /** @enum {string} */
            "id-scheme"?: "sequential" | "sparse" | "large";
            /** @enum {string} */
            "extra-response-fields"?: "none" | "some";
            /** @enum {string} */
            "unknown-category"?: "accept" | "reject";
            /** @enum {string} */
            "empty-name"?: "accept" | "reject";
            /** @enum {string} */
            "media-type"?: "reject" | "unsupported" | "accept";
            /** @enum {string} */
            "error-codes"?: "words" | "opaque";
            /** @enum {string} */
            "after-sunset"?: "gone" | "not-found" | "available";
        };
        /** @description One choice for every open point. */
        AllChoices: {
            /** @enum {string} */
            "omitted-status": "absent" | "available";
            /** @enum {string} */
            "list-order": "oldest-first" | "newest-first" | "shuffled";
            /** @enum {string} */
            "limit-out-of-range": "reject" | "clamp" | "ignore";
            /** @enum {string} */
            "limit-malformed": "reject" | "ignore";
            /** @enum {string} */
            "unknown-status-filter": "reject" | "none" | "ignore";
            /** @enum {string} */
            "unknown-query": "ignore" | "reject";
            /** @enum {string} */
            "unknown-field": "ignore" | "reject" | "echo";
            /** @enum {string} */
            "malformed-pet-id": "not-found" | "reject";
            /** @enum {string} */
            "id-scheme": "sequential" | "sparse" | "large";
            /** @enum {string} */
            "extra-response-fields": "none" | "some";
            /** @enum {string} */
            "unknown-category": "accept" | "reject";
            /** @enum {string} */
            "empty-name": "accept" | "reject";
            /** @enum {string} */
            "media-type": "reject" | "unsupported" | "accept";
            /** @enum {string} */
            "error-codes": "words" | "opaque";
            /** @enum {string} */
            "after-sunset": "gone" | "not-found" | "available";
        };
        /** @description The latency of every response, in milliseconds. */
        Latency: {
            from: number;
            to: number;
        };
        Settings: {
            choices: components["schemas"]["AllChoices"];
            latency: components["schemas"]["Latency"];
            allow: components["schemas"]["AllowedNotes"];
        };
        SettingsChange: {
            profile?: components["schemas"]["Profile"];
            choose?: components["schemas"]["SomeChoices"];
            /** @description milliseconds up to 60000, such as 200, or a range such as "100-300" */
            latency?: number | string;
            allow?: components["schemas"]["AllowedNotes"];
        };
        Clock: {
            /** @enum {string} */
            mode: "real" | "frozen";
            now: components["schemas"]["Instant"];
            /** @description How far a real clock is ahead, in milliseconds. */
            advanced: number;
        };
        ClockChange: {
            /** @enum {string} */
            mode?: "real" | "frozen";
            now?: components["schemas"]["Instant"];
            /** @description Milliseconds to move forward; negative ones move back. */
            advance?: number;
        };
        /** @description A forced response, as the header `Prefer` describes it. */
        Answer: {
            /** @description A status that the document lists for the operation, or 429, 500, 502, 503, 504. */
            code?: number;
            /** @description the name of an example in /openapi.yaml, such as missing-name */
            example?: string;
            /** @description Milliseconds. */
            delay?: number;
            /**
             * @description How the response is broken on its way.
             * @enum {string}
             */
            fault?: "reset" | "empty" | "truncate" | "garbage";
        };
        /** @description Which requests match; a field that is left out matches all. */
        RequestMatch: {
            /** @description The identifier in the path. */
            petId?: string;
            /** @description Query parameters with these values. */
            query?: {
                [key: string]: string;
            };
            /** @description Headers with these values; names in any case. */
            headers?: {
                [key: string]: string;
            };
            /** @description JSON that the body contains, among other fields. Arrays must be equal. */
            body?: unknown;
            /** @description A part of the body's text. */
            bodyContains?: string;
        };
        Match: components["schemas"]["RequestMatch"];
        RuleFields: {
            operation?: components["schemas"]["OperationName"];
            match?: components["schemas"]["Match"];
            /** @description How often it applies. Default: until it is removed. */
            times?: number;
            /** @description Seeded, so that it repeats. Default: 1. */
            probability?: number;
        } & components["schemas"]["Answer"];
        /** @description Forces a response. At least one of code, example, delay and fault is required. */
        Rule: components["schemas"]["RuleFields"];
        /** @description A rule and how often it was applied. */
        RuleState: {
            /** @description 1 to 64 letters, digits, hyphens and underscores */
            id: string;
            /** @description How often it was applied. */
            applied: number;
            /** @description How often a request matched, whether or not chance let it apply. */
            tried: number;
        } & components["schemas"]["RuleFields"];
        /** @description Which exchanges match; a field that is left out matches all. */
        RequestPattern: {
            operation?: components["schemas"]["OperationName"];
            /** @description such as POST */
            method?: string;
            status?: number;
            note?: components["schemas"]["NoteFilter"];
        } & components["schemas"]["RequestMatch"];
        /** @description A note on an exchange. */
        Note: {
            /** @enum {string} */
            kind: "open" | "deprecated" | "violation" | "scenario";
            /** @description The open point that was used. */
            point?: string;
            /** @description The choice for the open point. */
            choice?: string;
            /** @description The section of the interface document. */
            section?: string;
            operation?: components["schemas"]["OperationName"];
            /** @description What a scenario forced. */
            applied?: string;
            /** @description Whether it is beyond the interface. */
            beyond?: boolean;
        };
        /** @description A request, the status of its response, and the notes on both. Keys are redacted. */
        Exchange: {
            /** @description Counted from 1 in each sandbox; no number is used twice. */
            number: number;
            time: components["schemas"]["Instant"];
            sandbox: string;
            operation?: components["schemas"]["OperationName"];
            method: string;
            path: string;
            /** @description As it was sent, without the question mark. */
            query: string;
            /** @description Names in lower case; the values of a repeated header are joined. */
            headers: {
                [key: string]: string;
            };
            /** @description The first 4 KiB of the body. */
            body?: string;
            /** @description Whether the body was longer. */
            bodyCut?: boolean;
            /** @description The body as JSON, if it is JSON. Integers have all their digits; most tools round large ones. */
            json?: unknown;
            status: number;
            /** @description The error message of the response, unless it was forced. */
            message?: string;
            notes: components["schemas"]["Note"][];
        };
        Requests: {
            requests: components["schemas"]["Exchange"][];
            /** @description How many exchanges the sandbox has had. */
            total: number;
            /** @description How many of them the journal still contains. */
            kept: number;
            /** @description Whether as many match as `wait` asks for. */
            enough: boolean;
        };
        RequestCount: {
            count: number;
            /** @description The closest exchange when none matches. */
            closest?: {
                request: components["schemas"]["Exchange"];
                differences: string[];
            };
        };
        NewPet: {
            name: string;
            categoryId: components["schemas"]["Int64"];
            status?: components["schemas"]["PetStatus"];
        };
        StoredPet: {
            id: components["schemas"]["Int64"];
            name: string;
            categoryId: components["schemas"]["Int64"];
            status?: components["schemas"]["PetStatus"];
            /** @description fields that are not in the document, as the text of a JSON object */
            extra?: string;
        };
        /** @description A sandbox as one JSON document. */
        Snapshot: {
            /**
             * @description The version of this format.
             * @constant
             */
            snapshot: 1;
            seed: components["schemas"]["Seed"];
            choices: components["schemas"]["AllChoices"];
            latency: components["schemas"]["Latency"];
            clock: components["schemas"]["Clock"];
            /** @description How many responses drew a latency. */
            answered: number;
            /** @description How many identifiers were assigned. */
            numbered: number;
            /** @description How many of the pets are seeded; they are listed first. */
            seeded: number;
            rules: components["schemas"]["RuleState"][];
            /** @description How many rules were added, removed ones included; it seeds the chance of the next one. */
            rulesAdded: number;
            pets: components["schemas"]["StoredPet"][];
        };
    };
    responses: {
        /** @description An error, whose message names the part that is wrong and what is expected. */
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    code: string;
                    message: string;
                    status: number;
                };
            };
        };
    };
    parameters: {
        /** @description The sandbox, for clients that can't send headers. */
        sandbox: components["schemas"]["SandboxName"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listSandboxes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandboxes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sandboxes: components["schemas"]["Sandbox"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    dropSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the sandbox. */
                name: components["schemas"]["SandboxName"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    reset: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Reset"];
            };
        };
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readState: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The snapshot. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    writeState: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listRules: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["RuleState"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addRule: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rule"];
            };
        };
        responses: {
            /** @description The rule, with its identifier. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleState"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    removeRules: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rules are removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    removeRule: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path: {
                /** @description The identifier of the rule. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
                /** @description Only exchanges of this operation. */
                operation?: components["schemas"]["OperationName"];
                /** @description Only exchanges with this response status. */
                status?: number;
                /** @description Only exchanges with a note of this kind, or on this open point: `open`, `list-order`. */
                note?: components["schemas"]["NoteFilter"];
                /** @description Only exchanges from this instant on, by the real clock. */
                since?: components["schemas"]["Instant"];
                /** @description Only exchanges after the one with this number, for the next page. */
                after?: number;
                /** @description Maximum number of exchanges; the oldest that match are listed. */
                limit?: number;
                /** @description Wait until this many exchanges match. */
                wait?: number;
                /** @description Maximum time to wait, in milliseconds. Default: 3000. */
                timeout?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The exchanges. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Requests"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    clearRequests: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    countRequests: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestPattern"];
            };
        };
        responses: {
            /** @description The number of recorded exchanges that match. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestCount"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readSettings: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    writeSettings: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SettingsChange"];
            };
        };
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readClock: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    writeClock: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockChange"];
            };
        };
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listAllPets: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pets: components["schemas"]["StoredPet"][];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    addPet: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPet"];
            };
        };
        responses: {
            /** @description The pet, with its identifier. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredPet"];
                };
            };
            default: components["responses"]["Error"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
                /** @description Stream the exchanges of all sandboxes; their events have no id. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            default: components["responses"]["Error"];
        };
    };
    changeProviderState: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    state: string;
                    params?: Record<string, never> | null;
                    /** @enum {string} */
                    action?: "setup" | "teardown";
                };
            };
        };
        responses: {
            /** @description Values for the interaction's request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    listContracts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An index. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contracts: {
                            name: string;
                            url: string;
                        }[];
                    };
                };
            };
            default: components["responses"]["Error"];
        };
    };
    readContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The name of the file. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The Pact file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            default: components["responses"]["Error"];
        };
    };
}
