import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { credentialOf, type Keys } from '../provider/credentials.js';
import type { ProviderCall } from '../provider/provider.js';
import type { RawRequest } from '../provider/transport.js';

/** Headers that belong to one connection, or that the forwarded request gets by itself (RFC 9110, 7.6.1). */
const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding'];

/** A request of Pact's verifier: as it goes to the provider, and as a verdict tells of it. */
export interface Forwarded {
  readonly sent: RawRequest;
  readonly call: ProviderCall;
}

function headersOf({ headers }: IncomingMessage, relayHeader: string): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !ownHeaders.includes(name) && name !== relayHeader,
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** @param relayHeader the header that goes no further than the relay */
export async function readForwarded(
  request: IncomingMessage,
  relayHeader: string,
  keys: Keys,
): Promise<Forwarded> {
  const method = request.method as ProviderCall['method'];
  const { url: path = '/' } = request;
  const body = await buffer(request);
  const credential = credentialOf(request.headers.authorization, keys);
  const sent = { method, path, headers: headersOf(request, relayHeader) };
  return method === 'POST'
    ? {
        sent: { ...sent, body: new Uint8Array(body) },
        call: { method, path, credential, body: body.toString() },
      }
    : { sent, call: { method, path, credential } };
}
