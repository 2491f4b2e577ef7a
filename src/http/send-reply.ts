import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../engine/exchange.js';

/** The body of `fault=garbage`, which no JSON parser accepts. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

function send({ request, reply }: Exchange, response: ServerResponse, bodyUnread: boolean): void {
  const { socket } = response.req;
  if (reply.fault === 'reset') {
    socket.resetAndDestroy();
    return;
  }
  if (reply.fault === 'empty') {
    socket.destroy();
    return;
  }
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
  response.writeHead(reply.status, headers);
  if (reply.fault === 'truncate') {
    const bytes = Buffer.from(text);
    // The announced length never arrives.
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => socket.destroy());
  } else {
    response.end(request.method === 'HEAD' ? undefined : text);
  }
}

/** Sends a reply, with its delay and its fault. */
export function sendReply(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  onSent: () => void,
): void {
  const { delay } = exchange.reply;
  // The rest of an oversized body is not read.
  const bodyUnread = exchange.request.body === 'too-large' && !request.readableEnded;
  const finish = () => {
    if (!response.destroyed) {
      send(exchange, response, bodyUnread);
    }
    onSent();
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
    onSent();
  };
  response.once('close', giveUp);
}
