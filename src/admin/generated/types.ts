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
         * All sandboxes that are kept
         * @description `default` comes first, then those that were used last at the end.
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
         * @description A sandbox that is used again begins anew. `default` always exists and begins anew at once.
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
         * Back to the seeded start
         * @description Pets, rules, journal, clock and settings are again as those of a new sandbox, but for what the body says.
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
         * A snapshot of the sandbox
         * @description All that its next answers depend on. The journal is not part of it.
         */
        get: operations["readState"];
        /**
         * Restore a snapshot
         * @description The same requests get the same answers as they did after it was taken. The journal begins anew.
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
         * The rules of the sandbox
         * @description In the order in which they are tried; the first that matches is applied.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * Add a rule, behind the others
         * @description A request that asks for a scenario itself, with the header `Prefer`, goes before any rule.
         */
        post: operations["addRule"];
        /**
         * Remove all rules
         * @description Nothing is forced any more.
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
         * @description The others stay as they are.
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
         * The journal of the sandbox
         * @description The exchanges that are kept, the oldest first; all filters have to hold. With `wait`, the answer comes when so many are there, or when the time is over.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Forget the journal
         * @description Numbers go on from where they were.
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
         * How many requests were like this
         * @description When none was, the answer says which one came closest, and what was different.
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
         * The settings of the sandbox
         * @description One choice for every open point, the latency, and what its test intends.
         */
        get: operations["readSettings"];
        /**
         * Set them
         * @description What isn't said becomes as the simulator was started. Pets stay as they are.
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
         * The time of the sandbox
         * @description Real, or frozen at an instant.
         */
        get: operations["readClock"];
        /**
         * Freeze, advance or release the clock
         * @description A frozen clock stands still where it is advanced to; a real one runs on from there.
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
         * All pets of the sandbox
         * @description The oldest first, however many there are.
         */
        get: operations["listAllPets"];
        put?: never;
        /**
         * Add a pet
         * @description As createPet does, but whatever rules and settings say, and unseen by the journal.
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
         * Exchanges as they take place
         * @description Server-sent events named `exchange`, each with an exchange as its data and its number as its id. With the header `Last-Event-ID`, those that the journal kept since then come first.
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
         * @description For any Pact verifier. What was set up stays when it is torn down.
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
        /** @description Seed of all that looks random. */
        Seed: number;
        /** @enum {string} */
        PetStatus: "available" | "pending" | "sold";
        Sandbox: {
            name: string;
            /** @description How many pets it has. */
            pets: number;
            /** @description How many exchanges there were since the sandbox was made. */
            requests: number;
            /** @description How many rules it has. */
            rules: number;
        };
        Reset: {
            seed?: components["schemas"]["Seed"];
            /** @description How many pets are seeded; making more would hold up everybody else. */
            pets?: number;
            /** @description The name of a fixture. Files can't be named here. */
            fixture?: string;
            profile?: components["schemas"]["Profile"];
            choose?: components["schemas"]["SomeChoices"];
            allow?: components["schemas"]["AllowedNotes"];
        };
        /** @description What the sandbox's test brings up on purpose, beside what the simulator was started with: all notes of a kind, or single open points. Such notes are in answers, log and journal as ever; the summary counts them apart, and no run fails by them. A snapshot doesn't have them, and restoring one leaves them as they are. */
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
        /** @description Milliseconds that every answer takes, at least and at most. */
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
            /** @description How far a real clock was advanced, in milliseconds. */
            advanced: number;
        };
        ClockChange: {
            /** @enum {string} */
            mode?: "real" | "frozen";
            now?: components["schemas"]["Instant"];
            /** @description Milliseconds forward, or back when it is negative. */
            advance?: number;
        };
        /** @description What an answer is like when it is forced, as the header `Prefer` says it. */
        Answer: {
            /** @description The status. One that the document lists for the operation, or 429, 500, 502, 503, 504. */
            code?: number;
            /** @description the name of an example in /openapi.yaml, such as missing-name */
            example?: string;
            /** @description Milliseconds. */
            delay?: number;
            /**
             * @description How the answer is broken on its way.
             * @enum {string}
             */
            fault?: "reset" | "empty" | "truncate" | "garbage";
        };
        /** @description What a request has to be like; what isn't said doesn't matter. */
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
            /** @description JSON that the body has to have, among other fields. Arrays have to be equal. */
            body?: unknown;
            /** @description A part of the body's text. */
            bodyContains?: string;
        };
        Match: components["schemas"]["RequestMatch"];
        RuleFields: {
            operation?: components["schemas"]["OperationName"];
            match?: components["schemas"]["Match"];
            /** @description How many times it is applied. Without it, until it is removed. */
            times?: number;
            /** @description Seeded, so that it repeats. Default: 1. */
            probability?: number;
        } & components["schemas"]["Answer"];
        /** @description Forces a response. It sets at least one of code, example, delay and fault. */
        Rule: components["schemas"]["RuleFields"];
        /** @description A rule and how often it was applied. */
        RuleState: {
            /** @description 1 to 64 letters, digits, hyphens and underscores */
            id: string;
            /** @description How often it was applied. */
            applied: number;
            /** @description How often a request matched, whatever chance then said. */
            tried: number;
        } & components["schemas"]["RuleFields"];
        /** @description What exchanges have to be like; what isn't said doesn't matter. */
        RequestPattern: {
            operation?: components["schemas"]["OperationName"];
            /** @description such as POST */
            method?: string;
            status?: number;
            note?: components["schemas"]["NoteFilter"];
        } & components["schemas"]["RequestMatch"];
        /** @description What the simulator has to say about an exchange. */
        Note: {
            /** @enum {string} */
            kind: "open" | "deprecated" | "violation" | "scenario";
            /** @description Of an open point, which one. */
            point?: string;
            /** @description What the simulator chose. */
            choice?: string;
            /** @description The section of the interface document. */
            section?: string;
            operation?: components["schemas"]["OperationName"];
            /** @description Of a scenario, what was forced. */
            applied?: string;
            /** @description Whether that is beyond the interface. */
            beyond?: boolean;
        };
        /** @description A request, its answer's status, and what the simulator has to say about the two. Keys are redacted. */
        Exchange: {
            /** @description Counted from 1 in each sandbox, and never again from 1. */
            number: number;
            time: components["schemas"]["Instant"];
            sandbox: string;
            operation?: components["schemas"]["OperationName"];
            method: string;
            path: string;
            /** @description As it was sent, without the question mark. */
            query: string;
            /** @description Names in lower case; one that was sent repeatedly is joined. */
            headers: {
                [key: string]: string;
            };
            /** @description The body's text, at most 4 KiB of it. */
            body?: string;
            /** @description True when there was more of it. */
            bodyCut?: boolean;
            /** @description The body as JSON, if it is. Integers have all their digits; most tools round large ones. */
            json?: unknown;
            status: number;
            /** @description What the answer says is wrong, unless it was forced. */
            message?: string;
            notes: components["schemas"]["Note"][];
        };
        Requests: {
            requests: components["schemas"]["Exchange"][];
            /** @description How many exchanges there were since the sandbox was made. */
            total: number;
            /** @description How many of them the journal still has. */
            kept: number;
            /** @description Whether as many fit as were waited for. */
            enough: boolean;
        };
        RequestCount: {
            count: number;
            /** @description When none fits, the one that came closest. */
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
            /** @description How many answers took a latency by chance. */
            answered: number;
            /** @description How many identifiers were given. */
            numbered: number;
            /** @description How many of the pets are seeded; they come first. */
            seeded: number;
            rules: components["schemas"]["RuleState"][];
            /** @description How many rules were added, removed ones included; the chance of the next depends on it. */
            rulesAdded: number;
            pets: components["schemas"]["StoredPet"][];
        };
    };
    responses: {
        /** @description What was wrong, where, and what was expected. */
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
        /** @description The sandbox, for those who can't send headers. */
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
            /** @description It is gone. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description The sandbox as it is now. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description The sandbox as it is now. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description It is gone. */
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
                /** @description The sandbox, for those who can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
                /** @description Only exchanges of this operation. */
                operation?: components["schemas"]["OperationName"];
                /** @description Only those that were answered with this status. */
                status?: number;
                /** @description Only those with a note of this kind, or on this open point: `open`, `list-order`. */
                note?: components["schemas"]["NoteFilter"];
                /** @description Only those from this instant on, by the real clock. */
                since?: components["schemas"]["Instant"];
                /** @description Only those behind the one with this number, to page on. */
                after?: number;
                /** @description At most so many, the oldest of those that fit. */
                limit?: number;
                /** @description Wait until so many fit. */
                wait?: number;
                /** @description How long to wait, in milliseconds. Default: 3000. */
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
                /** @description The sandbox, for those who can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is empty. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description The number of those that are kept. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description The settings as they are now. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
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
            /** @description The clock as it is now. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
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
                /** @description The sandbox, for those who can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
                /** @description The exchanges of all sandboxes; the events then have no id. */
                all?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream that doesn't end. */
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
                /** @description The sandbox, for those who can't send headers. */
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
