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
         * List of sandboxes
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
         * Removal of a sandbox
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
         * Reset of a sandbox
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
         * Snapshot of a sandbox
         * @description All data that the next responses depend on, without the journal.
         */
        get: operations["readState"];
        /**
         * Restore of a snapshot
         * @description The next requests get the same responses as after the snapshot. The journal is empty. The snapshot is read as a stream of at most 1 GiB, and restored when all of it is read, or not at all.
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
         * List of rules
         * @description Newest first, which is the order in which they are tried; the first that matches a request applies.
         */
        get: operations["listRules"];
        put?: never;
        /**
         * New rule, before all others
         * @description The header `Prefer` of a request takes precedence over all rules. A sandbox has at most 1,000 rules, whose `match`, `body` and `headers` have at most 262,144 characters of JSON together.
         */
        post: operations["addRule"];
        /**
         * Removal of all rules
         * @description Only the header `Prefer` still forces responses.
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
         * Removal of one rule
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
         * Recorded exchanges
         * @description The journal, oldest first; all filters apply. With `wait`, the simulator responds when that many exchanges match, or after the timeout.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        /**
         * Removal of all recorded exchanges
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
         * Number of exchanges that match a pattern
         * @description If none matches, the response has the closest exchange and its differences.
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
         * Settings of a sandbox
         * @description The choice for every open point, the latency, and the allowed notes.
         */
        get: operations["readSettings"];
        /**
         * Replacement of all settings
         * @description An omitted field gets the value from the start of the simulator. Pets stay.
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
         * Clock of a sandbox
         * @description Real, or frozen at an instant.
         */
        get: operations["readClock"];
        /**
         * Freeze, advance or release of the clock
         * @description A frozen clock that advances stays frozen; a real clock continues from the new time.
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
         * List of all pets
         * @description Oldest first. Without `limit`, all that match are in one response.
         */
        get: operations["listAllPets"];
        put?: never;
        /**
         * New pet
         * @description As createPet, but without rules, settings or an entry in the journal. Without `id`, the service's scheme assigns one.
         */
        post: operations["addPet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pets/{id}": {
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
         * Removal of a pet
         * @description Its identifier is not assigned again.
         */
        delete: operations["removePet"];
        options?: never;
        head?: never;
        /**
         * Change of a pet
         * @description A field that is left out stays as it is, and so does the place in the list.
         */
        patch: operations["changePet"];
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
         * Stream of exchanges
         * @description Server-sent events. The data of an `exchange` is the exchange; the id is its number. An exchange whose response is still to be sent has no duration, and an event `sent` with `sandbox`, `number` and `duration` follows. A reader that is 4 MiB behind misses exchanges; an event `missed` has their `count`. With the header `Last-Event-ID`, the stream begins with the recorded exchanges since that one. At most 100 streams are open.
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
         * Setup or teardown of a provider state
         * @description The state change URL for a Pact verifier. A teardown removes no pets.
         */
        post: operations["changeProviderState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contract of what was used
         * @description A Pact V4 contract of the uses of the service so far, in all sandboxes. It has only what the document promises. The same uses give the same bytes.
         */
        get: operations["readPact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pact/left-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Uses that are not in the contract
         * @description The uses so far whose responses the document doesn't promise, by reason.
         */
        get: operations["readLeftOut"];
        put?: never;
        post?: never;
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
         * List of contracts
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
         * Contract
         * @description A Pact file, for the URL source of any Pact verifier. No token is needed.
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
        NoteFilter: "open" | "deprecated" | "violation" | "scenario" | "refused" | "omitted-status" | "list-order" | "limit-out-of-range" | "limit-malformed" | "unknown-status-filter" | "unknown-query" | "unknown-field" | "malformed-pet-id" | "id-scheme" | "extra-response-fields" | "unknown-category" | "empty-name" | "media-type" | "error-codes" | "after-sunset";
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
            /** @description Number of pets. */
            pets: number;
            /** @description Number of exchanges since the sandbox was created, kept or not. */
            requests: number;
            /** @description Number of rules. */
            rules: number;
            test?: components["schemas"]["TestName"];
        };
        /** @description 1 to 256 characters without line breaks and other control characters */
        TestName: string;
        Reset: {
            seed?: components["schemas"]["Seed"];
            /** @description Number of seeded pets, or the pets themselves, the oldest first. Those without an id get the next free one of the id scheme. */
            pets?: number | components["schemas"]["NewPet"][];
            /** @description The name of a built-in fixture, not a file. */
            fixture?: string;
            profile?: components["schemas"]["Profile"];
            choose?: components["schemas"]["SomeChoices"];
            allow?: components["schemas"]["AllowedNotes"];
            needs?: components["schemas"]["Needs"];
            /** @description The name of the test that uses the sandbox, for people who look at the journal. Default: the last one that was set. */
            test?: components["schemas"]["TestName"];
        };
        /** @description Uses that are not in the contract, with one of their requests. */
        LeftOut: {
            /** @description Why the document doesn't promise the responses. */
            reason: string;
            /** @description The shortest of the requests, without keys: `GET /v1/pets?limit=0`. */
            request: string;
            /** @description The number of exchanges. */
            count: number;
        };
        /** @description The fields of responses that a test reads, by the name of the object; of an object that is left out, those of `--needs`. A contract of what was used requires the fields that any of its tests reads. Snapshots do not contain this, and a restore keeps it. */
        Needs: {
            Pet?: ("id" | "name" | "categoryId" | "status")[];
            Error?: ("code" | "message" | "status")[];
        };
        /** @description The notes that a test expects, in addition to those of `--allow`: all notes of a kind, or single open points. Responses, log and journal still have them. The summary counts them separately, and they fail no run. Snapshots do not contain this list, and a restore keeps it. */
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
            /** @description The median of a lognormal distribution between `from` and `to`. */
            median?: number;
            /** @description Its 95th percentile. */
            p95?: number;
        };
        Settings: {
            choices: components["schemas"]["AllChoices"];
            latency: components["schemas"]["Latency"];
            allow: components["schemas"]["AllowedNotes"];
            needs?: components["schemas"]["Needs"];
        };
        SettingsChange: {
            profile?: components["schemas"]["Profile"];
            choose?: components["schemas"]["SomeChoices"];
            /** @description milliseconds up to 60000, such as 200, a range such as "100-300", or "lognormal:120,400" (median and 95th percentile) */
            latency?: number | string;
            allow?: components["schemas"]["AllowedNotes"];
            needs?: components["schemas"]["Needs"];
        };
        Clock: {
            /** @enum {string} */
            mode: "real" | "frozen";
            now: components["schemas"]["Instant"];
            /** @description Lead of a real clock over the time of the machine, in milliseconds. */
            advanced: number;
        };
        ClockChange: {
            /** @enum {string} */
            mode?: "real" | "frozen";
            now?: components["schemas"]["Instant"];
            /** @description Milliseconds to advance; a negative number moves the clock back. */
            advance?: number;
        };
        /** @description A forced response. */
        Answer: {
            /** @description A status from 400 to 599, which is beyond the interface if the document does not list it for the operation. A success, 200 or 201, runs the operation. */
            code?: number;
            /** @description the name of an example in /openapi.yaml, such as missing-name */
            example?: string;
            /** @description Milliseconds to wait before the response; with the fault `hang`, until the connection is reset, and with `dribble`, until the whole body is sent. */
            delay?: number;
            /**
             * @description The way in which the response breaks.
             * @enum {string}
             */
            fault?: "reset" | "empty" | "truncate" | "garbage" | "hang" | "dribble";
            /** @description The body of the error, beyond the interface. A string is sent as text/plain, any other JSON as JSON. It needs a code from 400 to 599. */
            body?: unknown;
            /** @description Headers of the response, in place of others with these names, beyond the interface. At most 32, with 8,192 characters in all. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description A pattern of requests; an omitted field matches all. */
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
            /** @description Headers whose first 2,048 characters contain this text; names in any case. */
            headersContain?: {
                [key: string]: string;
            };
            /** @description JSON that the body must contain; it may have more fields. Arrays must be equal. A body of more than 8 KiB never matches. */
            body?: unknown;
            /** @description Text that the first 8 KiB of the body must contain. */
            bodyContains?: string;
        };
        Match: components["schemas"]["RequestMatch"];
        RuleFields: {
            operation?: components["schemas"]["OperationName"];
            match?: components["schemas"]["Match"];
            /** @description Maximum number of responses that the rule forces. Default: no limit. */
            times?: number;
            /** @description Probability that the rule applies, by the sandbox's seed. Default: 1. */
            probability?: number;
        } & components["schemas"]["Answer"];
        /** @description Forces a response. At least one of code, example, delay, fault and headers is required. */
        Rule: components["schemas"]["RuleFields"];
        /** @description A rule with its counts. */
        RuleState: {
            /** @description 1 to 64 letters, digits, hyphens and underscores */
            id: string;
            /** @description Number of responses that the rule forced. */
            applied: number;
            /** @description Number of requests that matched, with those that `probability` spared. */
            tried: number;
        } & components["schemas"]["RuleFields"];
        /** @description A pattern of exchanges; an omitted field matches all. */
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
            kind: "open" | "deprecated" | "violation" | "scenario" | "refused";
            /** @description The open point that was used. */
            point?: string;
            /** @description The choice for the open point. */
            choice?: string;
            /** @description The section of the interface document. */
            section?: string;
            operation?: components["schemas"]["OperationName"];
            /** @description The forced response. */
            applied?: string;
            /** @description Whether the response is beyond the interface. */
            beyond?: boolean;
            /** @description The code of the refusal. */
            code?: string;
        };
        /** @description A request, its response, and the notes on both. Keys are redacted. */
        Exchange: {
            /** @description Starts at 1 in each sandbox; no number repeats. */
            number: number;
            time: components["schemas"]["Instant"];
            sandbox: string;
            /** @description The name of the test that used the sandbox at that time. */
            test?: string;
            operation?: components["schemas"]["OperationName"];
            method: string;
            path: string;
            /** @description The raw query, without the question mark. */
            query: string;
            /** @description Names in lower case; the values of a repeated header are joined. */
            headers: {
                [key: string]: string;
            };
            /** @description The first 4 KiB of the body. */
            body?: string;
            /** @description Whether `body` is only the beginning. */
            bodyCut?: boolean;
            /** @description The body as JSON, if it is JSON. Integers have all their digits; most tools round large ones. */
            json?: unknown;
            status: number;
            /** @description The error message of the response, unless it was forced. */
            message?: string;
            /** @description Milliseconds from the request to the handover of its response to the network, with its delay. It is missing until then. */
            duration?: number;
            /** @description The identifier of the rule that forced the response. */
            rule?: string;
            /** @description As `headers`, without those that HTTP adds to each message, such as `Date` and `Content-Length`. */
            responseHeaders: {
                [key: string]: string;
            };
            /** @description The first 4 KiB of the response's body, before a fault breaks it. */
            responseBody?: string;
            /** @description Whether `responseBody` is only the beginning. */
            responseBodyCut?: boolean;
            notes: components["schemas"]["Note"][];
        };
        Requests: {
            requests: components["schemas"]["Exchange"][];
            /** @description Number of exchanges since the sandbox was created, kept or not. */
            total: number;
            /** @description Number of exchanges that the journal still contains. */
            kept: number;
            /** @description Number of exchanges that the journal dropped to meet its limits, since it was created or cleared. */
            dropped: number;
            /** @description Whether the number of matches reached `wait`. */
            enough: boolean;
        };
        RequestCount: {
            count: number;
            /** @description Number of exchanges that the journal dropped to meet its limits, if any. They are not counted. */
            dropped?: number;
            /** @description The closest exchange when none matches. */
            closest?: {
                request: components["schemas"]["Exchange"];
                differences: string[];
            };
        };
        NewPet: {
            id?: components["schemas"]["Int64"];
            name: string;
            categoryId: components["schemas"]["Int64"];
            status?: components["schemas"]["PetStatus"];
        };
        /** @description New values for fields of a pet. */
        PetChange: {
            name?: string;
            categoryId?: components["schemas"]["Int64"];
            /**
             * @description A status, or null for none.
             * @enum {string|null}
             */
            status?: "available" | "pending" | "sold" | null;
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
            /** @description Number of responses with a random latency. */
            answered: number;
            /** @description Number of assigned identifiers. */
            numbered: number;
            /** @description Number of seeded pets; they come first in the list. */
            seeded: number;
            rules: components["schemas"]["RuleState"][];
            /** @description Number of rules ever added; it seeds the probability of the next one. */
            rulesAdded: number;
            /** @description Identifiers of removed pets that would otherwise be assigned again. */
            removed?: components["schemas"]["Int64"][];
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
        /** @description The identifier of the pet. */
        petId: components["schemas"]["Int64"];
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
                /** @description Only pets whose name contains this text, in any letter case, or whose identifier it is. */
                search?: string;
                /** @description Only pets with this status, or with none. */
                status?: "available" | "pending" | "sold" | "none";
                /** @description Number of pets before the first that is listed, for the next page. Default: 0. */
                skip?: number;
                /** @description Maximum number of pets. */
                limit?: number;
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
                        /** @description Number of pets that match, listed or not. */
                        total: number;
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
    removePet: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path: {
                /** @description The identifier of the pet. */
                id: components["parameters"]["petId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pet is removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Error"];
        };
    };
    changePet: {
        parameters: {
            query?: {
                /** @description The sandbox, for clients that can't send headers. */
                sandbox?: components["parameters"]["sandbox"];
            };
            header?: never;
            path: {
                /** @description The identifier of the pet. */
                id: components["parameters"]["petId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PetChange"];
            };
        };
        responses: {
            /** @description The pet. */
            200: {
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
    readPact: {
        parameters: {
            query?: {
                /** @description The name of the consumer, up to 100 printable characters. Default: that of `--consumer`. */
                consumer?: string;
                /** @description The fields of responses that the consumer reads, such as `Pet=id,name,Error=status`. Default: those of `--needs`, or else all. */
                needs?: string;
            };
            header?: never;
            path?: never;
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
    readLeftOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reasons, each with a request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        leftOut: components["schemas"]["LeftOut"][];
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
