import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Reply } from '../document/message.js';
import { breakBody, createHeaders, getBody, isBroken } from './faults.js';

/** Sends a reply at once. */
function sendNow(reply: Reply, response: ServerResponse, onSent: () => void): void {
  const { socket, method } = response.req;
  const { fault } = reply;
  if (fault === 'reset' || fault === 'hang' || fault === 'empty') {
    // Over TLS, a connection only ends.
    fault === 'empty' || 'encrypted' in socket ? socket.destroy() : socket.resetAndDestroy();
  } else {
    response.writeHead(reply.status, createHeaders(reply, Buffer.byteLength));
    if (method !== 'HEAD' && isBroken(reply)) {
      pipeline(breakBody(reply), response, onSent);
      return;
    }
    response.end(reply.bytes ?? getBody(reply));
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
