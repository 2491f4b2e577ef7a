import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../engine/exchange.js';
import type { Fault } from '../engine/interface/message.js';

/** What `fault=garbage` sends instead of the body: no JSON, whatever a parser forgives. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** Breaks the connection the way the fault says, once the head of the answer is due. */
const breakers: Record<
  Exclude<Fault, 'garbage'>,
  (head: () => void, body: Buffer, response: ServerResponse) => void
> = {
  reset: (_head, _body, { req }) => void req.socket.resetAndDestroy(),
  empty: (_head, _body, { req }) => void req.socket.destroy(),
  truncate: (head, body, response) => {
    head();
    // The length that was announced never comes.
    response.write(body.subarray(0, Math.floor(body.length / 2)), () =>
      response.req.socket.destroy(),
    );
  },
};

function send({ request, reply }: Exchange, response: ServerResponse, bodyUnread: boolean): void {
  const text = reply.fault === 'garbage' ? garbageBody : reply.body;
  const headers: string[] = [];
  if (text !== '') {
    headers.push(
      'Content-Type',
      'application/json',
      'Content-Length',
      String(Buffer.byteLength(text)),
    );
  }
  for (const [name, value] of reply.headers) {
    headers.push(name, value);
  }
  if (bodyUnread) {
    headers.push('Connection', 'close');
  }
  const head = () => response.writeHead(reply.status, headers);
  if (reply.fault === undefined || reply.fault === 'garbage') {
    head();
    response.end(request.method === 'HEAD' ? undefined : text);
  } else {
    breakers[reply.fault](head, Buffer.from(text), response);
  }
}

/** Sends a reply as it is to arrive: delayed or broken if that was asked for. */
export function sendReply(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  sent: () => void,
): void {
  const { delay } = exchange.reply;
  // What is left of a body that was too large isn't worth reading.
  const bodyUnread = exchange.request.body === 'too-large' && !request.readableEnded;
  const finish = () => {
    if (!response.destroyed) {
      send(exchange, response, bodyUnread);
    }
    sent();
  };
  if (delay === 0) {
    finish();
    return;
  }
  const timer = setTimeout(() => {
    response.off('close', giveUp);
    finish();
  }, delay);
  // A client that leaves was answered all the same: its pet is there.
  const giveUp = () => {
    clearTimeout(timer);
    sent();
  };
  response.once('close', giveUp);
}
