import type { Socket } from 'node:net';

/** The TCP connections below those that use TLS. */
const transports = new WeakMap<Socket, Socket>();

/** Resets a connection. Node.js can't reset TLS: then the connection below is reset, if it is known. */
export function resetConnection(socket: Socket): void {
  const transport = transports.get(socket) ?? socket;
  if ('encrypted' in transport) {
    transport.destroy();
  } else {
    transport.resetAndDestroy();
  }
}

/** Node.js does not say which TCP connection is below one that uses TLS; both have the same ends. */
const formatEnds = ({ localAddress, localPort, remoteAddress, remotePort }: Socket) =>
  `${localAddress} ${localPort} ${remoteAddress} ${remotePort}`;

/** TCP connections whose TLS handshake is not complete. */
export class Handshakes {
  readonly #transports = new Map<string, Socket>();

  get size(): number {
    return this.#transports.size;
  }

  begin(transport: Socket): void {
    const ends = formatEnds(transport);
    this.#transports.set(ends, transport);
    transport.once('close', () => this.#remove(ends, transport));
  }

  /** Finds the connection below one that uses TLS. */
  find(socket: Socket): Socket | undefined {
    return this.size === 0 ? undefined : this.#transports.get(formatEnds(socket));
  }

  /** Takes a connection that can be used; nothing happens if it does without TLS. */
  complete(socket: Socket): void {
    const transport = this.find(socket);
    if (transport !== undefined) {
      transports.set(socket, transport);
      this.#remove(formatEnds(socket), transport);
    }
  }

  destroyAll(): void {
    for (const transport of this.#transports.values()) {
      transport.destroy();
    }
  }

  /** Destroys the connections whose clients sent nothing. */
  destroyIdle(): void {
    for (const transport of this.#transports.values()) {
      if (transport.bytesRead === 0) {
        transport.destroy();
      }
    }
  }

  #remove(ends: string, transport: Socket): void {
    if (this.#transports.get(ends) === transport) {
      this.#transports.delete(ends);
    }
  }
}
