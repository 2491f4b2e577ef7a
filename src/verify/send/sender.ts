import { isLosslessNumber } from 'lossless-json';
import { omitUndefined } from '../../base/json.js';
import { attempt } from '../../base/text.js';
import { isSafe, type OperationName } from '../../document/operations.js';
import { parseErrorResponse, parseJsonResponse, ResponseError } from '../../document/responses.js';
import { hasMalformedKey } from '../../engine/admit.js';
import type { ResolvedVerifyOptions } from '../../options/verify-options.js';
import { undecided } from '../causes.js';
import {
  createEvidenceFormatter,
  type Exchange,
  type Failure,
  isCreate,
  listPetsRequest,
  nameOperation,
  type ProviderRequest,
} from '../evidence.js';
import { Advice, CheckFailed, type CreatedPet, catchError, Inconclusive } from '../result.js';
import { type Client, isCrash, isSuccess, NoResponse, type RawResponse } from './client.js';

/** Thrown for what needs createPet, under --read-only. */
export const createExcluded = () =>
  new Inconclusive('testing it needs createPet, which --read-only excludes');

/** A body of more bytes may get no response, even from a correct provider. */
const largeBody = 65_536;

/** In milliseconds: a service that has crashed may be back by then, and one list may fail by chance. */
const restartTime = 1_000;

/** Length required, content too large, URI too long, unsupported media type, header fields too large (RFC 9110, RFC 6585). */
const frameworkStatuses: readonly number[] = [411, 413, 414, 415, 431];

/** Throws {@link CheckFailed} where a response contradicts the document. */
export class Sender {
  /** One for each createPet request that got a 2xx response. */
  readonly created: CreatedPet[] = [];
  requests = 0;
  readonly evidenceFormatter: ReturnType<typeof createEvidenceFormatter>;
  /** By operation, those in a row. */
  readonly #losses = new Map<OperationName, readonly Exchange[]>();
  /** True if the last GET /pets, alone or with limit=100, that did not have a wrong key returned 200. */
  #isListed = false;
  /** The request since which no list is returned. */
  #breaking: CheckFailed | undefined;

  /** @param maxLosses requests in a row without a response, after which an operation is not called again */
  constructor(
    readonly options: ResolvedVerifyOptions,
    readonly client: Client,
    readonly maxLosses = 2,
  ) {
    this.evidenceFormatter = createEvidenceFormatter(options);
  }

  /** True if --read-only permits a request. */
  allows({ method }: { readonly method: string }): boolean {
    return isSafe(method) || !this.options.readOnly;
  }

  /**
   * Sends a request; a missing response is part of the exchange.
   *
   * @throws {Inconclusive} when --read-only excludes it, its operation no longer responds, a request has broken the
   *   service, or a large body gets no response
   */
  async send(request: ProviderRequest): Promise<Exchange> {
    if (!this.allows(request)) {
      throw createExcluded();
    }
    if (this.#breaking !== undefined) {
      throw new Inconclusive(
        'the service returns no list any more, so nothing was sent',
        this.#breaking.evidence,
      );
    }
    const operation = nameOperation(request);
    const losses = this.#losses.get(operation) ?? [];
    const [first] = losses;
    if (first !== undefined && losses.length >= this.maxLosses) {
      throw new Inconclusive(
        `${operation} gave no response ${losses.length} times in a row, so it was not called again`,
        this.failure(first, { expected: 'a response' }).evidence,
      );
    }
    this.requests += 1;
    const number = this.requests;
    const response = await this.client.send(this.evidenceFormatter.createRaw(request));
    const exchange = { request, response, number };
    const { status } = response;
    if (
      request.method === 'GET' &&
      /^\/pets(\?limit=100)?$/.test(request.path) &&
      (status === 200 || isCrash(status))
    ) {
      this.#isListed = status === 200;
    }
    if (response instanceof NoResponse) {
      if (Buffer.byteLength(request.body ?? '') > largeBody) {
        throw new Inconclusive(`${response.message}; it may be the limit for bodies (section 8)`);
      }
      this.#losses.set(operation, [...losses, exchange]);
      return exchange;
    }
    this.#losses.delete(operation);
    if (isCreate(request) && isSuccess(response.status)) {
      const pet = (attempt(() => parseJsonResponse(response)) ?? {}) as Record<string, unknown>;
      const read = (field: string) =>
        typeof pet[field] === 'string' || isLosslessNumber(pet[field])
          ? this.evidenceFormatter.redact(`${pet[field]}`)
          : undefined;
      this.created.push(omitUndefined({ id: read('id'), name: read('name') }));
    }
    return exchange;
  }

  /** Sends a request that must be rejected with one of these statuses, and an Error. */
  async expectRejected(
    request: ProviderRequest,
    statuses: readonly number[],
    expected?: string,
  ): Promise<void> {
    const exchange = await this.send(request);
    const failed = await catchError(CheckFailed, () =>
      this.expectError(exchange, statuses, expected),
    );
    if (failed instanceof CheckFailed) {
      if (!isSafe(request.method)) {
        await this.expectUnbroken(exchange, failed.evidence.expected);
      }
      throw failed;
    }
  }

  /** Expects a list after a request with a wrong response, which may have ended the service or broken every list. */
  async expectUnbroken(exchange: Exchange, expected: string): Promise<void> {
    if (!this.#isListed) {
      return;
    }
    const list = async () => (await this.send(listPetsRequest)).response.status;
    // Without a list, the wrong response is the finding.
    const status = await catchError(Inconclusive, async () => {
      if (!isCrash(await list())) {
        return 200;
      }
      await this.client.pause(restartTime);
      return list();
    });
    if (!(status instanceof Inconclusive) && isCrash(status)) {
      const received = status === 0 ? 'gets no response' : `returns ${status}`;
      const problem = `since this request, GET /pets ${received}`;
      const cause = 'a request breaks every list';
      this.#breaking = this.failure(exchange, { expected, problem, cause });
      throw this.#breaking;
    }
  }

  /** Expects one of these statuses with an Error; where frameworks send the status, a wrong one is advice. */
  expectError(exchange: Exchange, statuses: readonly number[], expected?: string): void {
    const { status } = exchange.response;
    const { Authorization: sent } = this.evidenceFormatter.createRaw(exchange.request).headers;
    // A server may reject it before the service sees it, with any body.
    if (status === 400 && statuses[0] === 401 && hasMalformedKey(sent)) {
      throw this.advice(exchange, '401 with an Error', undecided.malformedHeader);
    }
    try {
      this.read(exchange, statuses, 'an Error', parseErrorResponse, expected);
    } catch (failure) {
      const isOddPath = /%(?:00|FF)/.test(exchange.request.path) && [400, 404].includes(status);
      const isOfFramework =
        statuses.includes(status) && (isOddPath || frameworkStatuses.includes(status));
      throw isOfFramework && failure instanceof CheckFailed
        ? new Advice(undecided.frameworkError, failure.evidence)
        : failure;
    }
  }

  /** Reads a response that must have one of these statuses and a shape; `expected` may name other right ones. */
  read<T>(
    exchange: Exchange,
    statuses: readonly number[],
    what: string,
    parseResponse: (response: RawResponse) => T,
    expected = `${statuses.join(' or ')} with ${what}`,
  ): T {
    const { response } = exchange;
    if (!statuses.includes(response.status)) {
      throw this.failure(exchange, { expected, statuses });
    }
    try {
      return parseResponse(response);
    } catch (error) {
      if (!(error instanceof ResponseError)) {
        throw error;
      }
      const { message: problem, title: cause, expected: rule = expected } = error;
      throw this.failure(exchange, { expected: rule, statuses, problem, cause });
    }
  }

  advice(exchange: Exchange, expected: string, reason: string): Advice {
    return new Advice(reason, this.failure(exchange, { expected }).evidence);
  }

  /** @param type {@link StaleResponse} where a store that lags could respond so for a while */
  failure(exchange: Exchange, failure: Failure, type = CheckFailed): CheckFailed {
    return new type(this.evidenceFormatter.createEvidence(exchange, failure));
  }
}
