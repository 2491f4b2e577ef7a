import { createServer, type RequestListener, request as sendRequest } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import { duplexPair, pipeline } from 'node:stream';
import { isHopByHop } from '../document/headers.js';

/** HTTP/2 has no header that concerns one connection (RFC 9113, 8.2.2), and alone begins names with a colon. */
const isOfOneVersion = (name: string) => name.startsWith(':') || isHopByHop(name);

const selectCommon = <Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOfOneVersion(name)));

/** Lets a listener that only knows HTTP/1.1, as one of Express does, also respond to HTTP/2. */
export function acceptHttp2(listener: RequestListener): RequestListener {
  // The server never listens: each request is a connection within this process.
  const server = createServer(listener);
  return (request, response) => {
    if (request.httpVersionMajor < 2) {
      listener(request, response);
      return;
    }
    const { headers, method, url, authority } = request as unknown as Http2ServerRequest;
    const [client, connection] = duplexPair();
    server.emit('connection', Object.assign(connection, { encrypted: true }));
    response.once('close', () => {
      client.destroy();
      connection.destroy();
    });
    const forwarded = sendRequest({
      method,
      path: url,
      headers: { ...selectCommon(headers), host: authority, connection: 'close' },
      createConnection: () => client,
    });
    forwarded.on('response', (reply) => {
      response.writeHead(reply.statusCode ?? 500, selectCommon(reply.headers));
      pipeline(reply, response, () => {});
    });
    forwarded.on('error', () => response.destroy());
    pipeline(request, forwarded, () => {});
  };
}
