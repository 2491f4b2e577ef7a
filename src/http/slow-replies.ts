import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** In how many pieces a body dribbles. */
const maxPieces = 10;

/** A body in pieces of about the same size, none of them empty. */
export function cutBody(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const length = Math.max(1, Math.ceil(bytes.length / maxPieces));
  const count = Math.ceil(bytes.length / length);
  return Array.from({ length: count }, (_, place) =>
    bytes.subarray(place * length, (place + 1) * length),
  );
}

/** The pause between two pieces, so that the first is sent at once and the last after the duration. */
export function getPause(pieces: readonly unknown[], duration: number): number {
  return duration / Math.max(1, pieces.length - 1);
}

/** How the slow reply of a connection ends before its time. */
const earlyEnds = new WeakMap<Socket, () => void>();

/** Ends the slow reply of a connection, if it has one: the server stops. */
export function endSlowReply(socket: Socket): void {
  earlyEnds.get(socket)?.();
}

/** Sets how a slow reply ends when the client ends its side, or the server stops. */
export function whenEndedEarly(response: ServerResponse, end: () => void): void {
  const { socket } = response.req;
  earlyEnds.set(socket, end);
  socket.once('end', end);
  response.once('close', () => {
    earlyEnds.delete(socket);
    socket.off('end', end);
  });
}

/** Sends a body bit by bit; all of the rest when the client ends its side, or the server stops. */
export function dribble(
  response: ServerResponse,
  bytes: Uint8Array<ArrayBuffer>,
  duration: number,
  onSent: () => void,
): void {
  const pieces = cutBody(bytes);
  const pause = getPause(pieces, duration);
  let timer: NodeJS.Timeout;
  const finish = () => {
    response.off('close', giveUp);
    response.end();
    onSent();
  };
  const sendNext = () => {
    response.write(pieces.shift());
    if (pieces.length > 0) {
      timer = setTimeout(sendNext, pause);
    } else {
      finish();
    }
  };
  const giveUp = () => {
    clearTimeout(timer);
    onSent();
  };
  response.once('close', giveUp);
  whenEndedEarly(response, () => {
    if (pieces.length > 0) {
      clearTimeout(timer);
      response.write(Buffer.concat(pieces.splice(0)));
      finish();
    }
  });
  sendNext();
}
