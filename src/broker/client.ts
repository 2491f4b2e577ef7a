import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { shorten } from '../engine/interface/format.js';
import { escapeUnprintable } from '../log/redaction.js';
import { UsageError } from '../options/usage-error.js';
import { describeNetworkError } from '../verification/provider/network-errors.js';
import type { BrokerSettings } from './settings.js';

/** Maximum size of a response, in bytes. */
const maxBytes = 16 * 1024 ** 2;
/** Time before the first retry, in milliseconds; the others wait longer. */
const retryInterval = 200;
/** Maximum length of what messages quote of a response. */
const maxQuoted = 1_000;

export interface BrokerResponse {
  readonly status: number;
  readonly text: string;
}

/** A resource of the broker, as far as it is known. */
export type Resource = Readonly<Record<string, unknown>>;

interface Link {
  readonly href?: unknown;
}

/** Finds a link of a resource (HAL). */
export function findLink(resource: Resource, relation: string): string | undefined {
  const links = (resource._links ?? {}) as Readonly<Record<string, Link | undefined>>;
  const href = links[relation]?.href;
  return typeof href === 'string' ? href : undefined;
}

/** Replaces the variables of a link: `{provider}`. */
const expandLink = (href: string, values: Readonly<Record<string, string>>): string =>
  href.replace(/\{(\w+)\}/g, (all, name: string) => {
    const value = values[name];
    return value === undefined ? all : encodeURIComponent(value);
  });

/** A Pact Broker, over its HAL interface. Every error is a {@link UsageError} without secrets. */
export class Broker {
  /** What messages call it. */
  readonly name: string;
  readonly #settings: BrokerSettings;

  constructor(settings: BrokerSettings) {
    this.#settings = settings;
    this.name = `The Pact Broker at ${settings.url.href}`;
  }

  get origin(): string {
    return this.#settings.url.origin;
  }

  /** Removes secrets and control characters from a text of the broker. */
  redact(text: string): string {
    return escapeUnprintable(
      this.#settings.secrets
        .filter((secret) => secret !== '')
        .reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
    );
  }

  /** Describes a response for messages. */
  describe({ status, text }: BrokerResponse): string {
    // Redacted first, as half a secret would not be found.
    return `${status} ${shorten(this.redact(text.trim()), maxQuoted)}`;
  }

  /**
   * Finds a link of the index, and replaces its variables.
   *
   * @throws {UsageError} when the broker has no such link
   */
  async findPath(relation: string, values: Readonly<Record<string, string>> = {}): Promise<string> {
    const index = await this.get(this.#settings.url.href);
    const href = findLink(index, relation);
    if (href === undefined) {
      throw new UsageError(
        `${this.name} failed: it has no link ${relation}. Check the URL, and the version of the broker.`,
      );
    }
    return expandLink(href, values);
  }

  /** Completes a link; undefined when no request can be sent there. */
  complete(href: string): string | undefined {
    const { url } = this.#settings;
    const target = URL.canParse(href, url.href) ? new URL(href, url) : undefined;
    return target !== undefined && /^https?:$/.test(target.protocol) ? target.href : undefined;
  }

  /** Gets a resource. */
  async get(href: string): Promise<Resource> {
    return this.parse(await this.send('GET', href));
  }

  /**
   * Reads the resource of a successful response.
   *
   * @throws {UsageError} when it is none
   */
  parse(response: BrokerResponse): Resource {
    if (response.status >= 200 && response.status < 300) {
      try {
        return (JSON.parse(response.text) ?? {}) as Resource;
      } catch {
        throw new UsageError(
          `${this.name} failed: it returned no JSON. ${this.describe(response)}`,
        );
      }
    }
    throw new UsageError(`${this.name} failed: it returned ${this.describe(response)}`);
  }

  /**
   * Sends a request, again if the broker cannot be reached or fails.
   *
   * @throws {UsageError} when there is no response, or the credentials are rejected
   */
  async send(method: string, href: string, body?: unknown): Promise<BrokerResponse> {
    const target = this.#resolve(href);
    const { timeout, retries } = this.#settings;
    const signal = AbortSignal.timeout(timeout);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#fetch(method, target, body, signal);
        if (response.status < 500 || attempt > retries) {
          this.#checkAccess(response);
          return response;
        }
      } catch (error) {
        if (error instanceof UsageError) {
          throw error;
        }
        if (signal.aborted) {
          throw this.#createTimeout();
        }
        if (attempt > retries) {
          throw new UsageError(
            `${this.name} cannot be reached: ${this.redact(describeNetworkError(error))}. Check the URL, and ` +
              'whether it needs a proxy (NODE_USE_ENV_PROXY=1) or a certificate (NODE_EXTRA_CA_CERTS).',
          );
        }
      }
      await sleep(attempt * retryInterval, undefined, { signal }).catch(() => {
        throw this.#createTimeout();
      });
    }
  }

  #createTimeout(): UsageError {
    const seconds = this.#settings.timeout / 1_000;
    return new UsageError(
      `${this.name} did not respond within ${seconds} seconds (PACT_BROKER_TIMEOUT).`,
    );
  }

  /** Credentials are sent to the broker's own origin only. */
  #resolve(href: string): URL {
    const { url } = this.#settings;
    const target = URL.canParse(href, url.href) ? new URL(href, url) : undefined;
    if (target?.origin !== url.origin) {
      throw new UsageError(
        `${this.name} links to ${shorten(this.redact(href))}, which has another origin, and the credentials must ` +
          'not go there. Set the URL of the broker to the one that its links have.',
      );
    }
    return target;
  }

  async #fetch(
    method: string,
    target: URL,
    body: unknown,
    signal: AbortSignal,
  ): Promise<BrokerResponse> {
    const { authorization } = this.#settings;
    const response = await fetch(target, {
      method,
      redirect: 'manual',
      headers: {
        Accept: 'application/hal+json, application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal,
    });
    const { status } = response;
    if (status >= 300 && status < 400) {
      const location = shorten(this.redact(response.headers.get('location') ?? 'nowhere'));
      await response.body?.cancel();
      throw new UsageError(
        `${this.name} failed: it redirects to ${location}. Set the URL of the broker to the target.`,
      );
    }
    return { status, text: await this.#readText(response) };
  }

  async #readText({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    // The DOM's types do not declare that a stream is iterable.
    for await (const chunk of (body as ReadableStream<Uint8Array> | null) ?? []) {
      size += chunk.length;
      if (size > maxBytes) {
        throw new UsageError(`${this.name} failed: a response has more than ${maxBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  /** @throws {UsageError} when the broker rejects the credentials, or there are none */
  #checkAccess(response: BrokerResponse): void {
    if (response.status === 401 || response.status === 403) {
      const { credentials } = this.#settings;
      const reason =
        credentials === undefined
          ? 'requires credentials. Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.'
          : `rejects ${credentials}.`;
      throw new UsageError(`${this.name} ${reason} It returned ${this.describe(response)}`);
    }
  }
}
