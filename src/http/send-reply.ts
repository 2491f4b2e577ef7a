import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../engine/exchange.js';
import type { Fault } from '../engine/interface/message.js';

/** The body of `fault=garbage`, which no JSON parser accepts. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** Breaks a connection, by fault. */
const breakers: Record<
  Exclude<Fault, 'garbage'>,
  (writeHead: () => void, body: Buffer, response: ServerResponse) => void
> = {
  reset: (_writeHead, _body, { req }) => void req.socket.resetAndDestroy(),
  empty: (_writeHead, _body, { req }) => void req.socket.destroy(),
  truncate: (writeHead, body, response) => {
    writeHead();
    // The announced length never arrives.
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
  const writeHead = () => response.writeHead(reply.status, headers);
  if (reply.fault === undefined || reply.fault === 'garbage') {
    writeHead();
    response.end(request.method === 'HEAD' ? undefined : text);
  } else {
    breakers[reply.fault](writeHead, Buffer.from(text), response);
  }
}

/** Sends a reply, with its delay and its fault. */
export function sendReply(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  sent: () => void,
): void {
  const { delay } = exchange.reply;
  // The rest of an oversized body is not read.
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
  // The exchange took place, though the client left: its pet exists.
  const giveUp = () => {
    clearTimeout(timer);
    sent();
  };
  response.once('close', giveUp);
}
