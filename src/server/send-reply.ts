import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Reply } from '../document/message.js';
import { dribble, garbageBody, halve } from './faults.js';

/** Resets a connection; over TLS, it only ends. */
function resetConnection(socket: Socket): void {
  if ('encrypted' in socket) {
    socket.destroy();
  } else {
    socket.resetAndDestroy();
  }
}

function createHeaders({ headers, mediaType, fault, bytes }: Reply, body: string): string[] {
  const list: string[] = [];
  if (body !== '' && bytes === undefined) {
    list.push('Content-Type', mediaType ?? 'application/json');
    // Without a length, Node.js sends chunks.
    if (fault !== 'dribble') {
      list.push('Content-Length', String(Buffer.byteLength(body)));
    }
  }
  for (const [name, value] of headers) {
    list.push(name, value);
  }
  return list;
}

/** Sends a reply at once. */
function sendNow(reply: Reply, response: ServerResponse, onSent: () => void): void {
  const { socket, method } = response.req;
  const { fault, status, duration = 0 } = reply;
  const body = fault === 'garbage' ? garbageBody : reply.body;
  if (fault === 'reset' || fault === 'hang') {
    resetConnection(socket);
  } else if (fault === 'empty') {
    socket.destroy();
  } else {
    response.writeHead(status, createHeaders(reply, body));
    if (reply.bytes !== undefined) {
      response.end(reply.bytes);
    } else if (method === 'HEAD' || body === '') {
      response.end();
    } else if (fault === 'truncate') {
      // The announced length never arrives.
      response.write(halve(body), () => socket.destroy());
    } else if (fault === 'dribble') {
      pipeline(dribble(body, duration), response, onSent);
      return;
    } else {
      response.end(body);
    }
  }
  onSent();
}

/** Sends a reply, with its delay and its fault. `onSent` is also called when the client leaves before. */
export function sendReply(reply: Reply, response: ServerResponse, onSent: () => void): void {
  if (response.destroyed) {
    onSent();
    return;
  }
  if (reply.delay === 0) {
    sendNow(reply, response, onSent);
    return;
  }
  const timer = setTimeout(() => {
    response.off('close', giveUp);
    sendNow(reply, response, onSent);
  }, reply.delay);
  // The exchange took place, though the client left: its pet exists.
  const giveUp = () => {
    clearTimeout(timer);
    onSent();
  };
  response.once('close', giveUp);
}
