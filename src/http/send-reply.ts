import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../engine/exchange.js';
import type { ResponseBody } from '../engine/interface/message.js';
import { resetConnection } from './handshakes.js';
import { dribble, whenEndedEarly } from './slow-replies.js';

/** The body of `fault=garbage`, which no JSON parser accepts. */
export const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

export function measureBody(body: ResponseBody): number {
  return typeof body === 'string'
    ? Buffer.byteLength(body)
    : body.reduce((sum, part) => sum + part.length, 0);
}

function sendParts(response: ServerResponse, parts: readonly Uint8Array[]): void {
  const last = parts.at(-1);
  if (parts.length > 1) {
    response.cork();
    for (const part of parts.slice(0, -1)) {
      response.write(part);
    }
    response.uncork();
  }
  response.end(last);
}

function toBytes(body: ResponseBody): Uint8Array<ArrayBuffer> {
  return typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body);
}

function send(
  { request, reply }: Exchange,
  response: ServerResponse,
  bodyUnread: boolean,
  onSent: () => void,
): void {
  const { socket } = response.req;
  if (reply.fault === 'reset' || reply.fault === 'hang') {
    resetConnection(socket);
    onSent();
    return;
  }
  if (reply.fault === 'empty') {
    socket.destroy();
    onSent();
    return;
  }
  const body: ResponseBody = reply.fault === 'garbage' ? garbageBody : reply.body;
  const size = measureBody(body);
  const isDribbling = reply.fault === 'dribble' && size > 0 && request.method !== 'HEAD';
  const headers: string[] = [];
  if (size > 0) {
    headers.push('Content-Type', reply.mediaType ?? 'application/json');
    // Without a length, Node.js sends chunks.
    if (!isDribbling) {
      headers.push('Content-Length', String(size));
    }
  }
  for (const [name, value] of reply.headers) {
    headers.push(name, value);
  }
  if (bodyUnread) {
    headers.push('Connection', 'close');
  }
  response.writeHead(reply.status, headers);
  if (isDribbling) {
    dribble(response, toBytes(body), reply.duration ?? 0, onSent);
    return;
  }
  if (reply.fault === 'truncate') {
    // The announced length never arrives.
    const half = toBytes(body).subarray(0, Math.floor(size / 2));
    response.write(half, () => socket.destroy());
  } else if (request.method === 'HEAD') {
    response.end();
  } else if (typeof body === 'string') {
    // ASCII, nearly always: Node.js writes it faster when it needn't look for other characters.
    response.end(body, size === body.length ? 'latin1' : 'utf8');
  } else {
    sendParts(response, body);
  }
  onSent();
}

/** Maximum number of replies that wait for each other. */
const maxTogether = 32;

let waiting: (() => void)[] = [];

function sendWaiting(): void {
  const ready = waiting;
  waiting = [];
  for (const send of ready) {
    send();
  }
}

/**
 * Sends the replies of one turn of the event loop together, at its end. Waking a sleeping client takes
 * longer than the write itself; after its first reply, the client is awake for the rest.
 */
export function sendTogether(send: () => void): void {
  const count = waiting.push(send);
  if (count === 1) {
    setImmediate(sendWaiting);
  } else if (count === maxTogether) {
    sendWaiting();
  }
}

/** Sends a reply, with its delay and its fault. */
export function sendReply(
  exchange: Exchange,
  request: IncomingMessage,
  response: ServerResponse,
  onSent: () => void,
): void {
  const { delay, fault } = exchange.reply;
  // The rest of an oversized body is not read.
  const bodyUnread = exchange.request.body === 'too-large' && !request.readableEnded;
  const finish = () => {
    if (response.destroyed) {
      onSent();
    } else {
      send(exchange, response, bodyUnread, onSent);
    }
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
  if (fault === 'hang') {
    const { socket } = request;
    if (socket.readableEnded) {
      socket.destroy();
    } else {
      whenEndedEarly(response, () => socket.destroy());
    }
  }
}
