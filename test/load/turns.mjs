/**
 * Preloaded into a simulator: counts in each turn of its event loop how many requests begin and how many
 * bytes are handed to sockets. At the end it writes the largest counts to the file TURNS_FILE.
 */
import { subscribe } from 'node:diagnostics_channel';
import { writeFileSync } from 'node:fs';

const written = new Map();
const worst = { requests: 0, bytes: 0 };
let requests = 0;
let isCounting = false;

/** The bytes since the last turn. */
function countBytes() {
  let bytes = 0;
  for (const [socket, before] of written) {
    const now = socket.bytesWritten ?? before;
    bytes += now - before;
    if (socket.destroyed) {
      written.delete(socket);
    } else {
      written.set(socket, now);
    }
  }
  return bytes;
}

function endTurn() {
  const bytes = countBytes();
  worst.requests = Math.max(worst.requests, requests);
  worst.bytes = Math.max(worst.bytes, bytes);
  // A response may be sent in more turns than requests begin in.
  isCounting = requests + bytes > 0;
  requests = 0;
  if (isCounting) {
    setImmediate(endTurn);
  }
}

subscribe('net.server.socket', ({ socket }) => written.set(socket, 0));
subscribe('http.server.request.start', () => {
  requests += 1;
  if (!isCounting) {
    isCounting = true;
    setImmediate(endTurn);
  }
});
process.on('exit', () => writeFileSync(process.env.TURNS_FILE, JSON.stringify(worst)));
