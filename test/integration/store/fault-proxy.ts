import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a connection to the store can be cut, in relation to a command. */
export const cutPoints = ['before the command', 'within the command', 'within the answer'] as const;
export type CutPoint = (typeof cutPoints)[number];

interface Cut {
  readonly command: RegExp;
  readonly point: CutPoint;
  /** How many such commands pass before. */
  passing: number;
  readonly onDone: () => void;
}

/** A connection between a simulator and a store that a test can cut. */
export interface FaultProxy {
  readonly port: number;
  /** Cuts a connection at bytes that match, after so many of them; resolves when that is done. */
  cut(command: RegExp, point: CutPoint, passing?: number): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy before a store on a port of this machine. */
export async function openFaultProxy(storePort: number): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  let planned: Cut | undefined;

  const server = createServer({ noDelay: true }, (client) => {
    const store = connect({ port: storePort, host: '127.0.0.1', noDelay: true });
    const cut = () => {
      client.destroy();
      store.destroy();
    };
    for (const socket of [client, store]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    /** Sends the first half of some bytes, and cuts the connection. */
    const sendHalf = (socket: Socket, bytes: Buffer, onDone: () => void) => {
      client.once('close', onDone);
      socket.write(bytes.subarray(0, bytes.length / 2), cut);
    };
    let onAnswer = (answer: Buffer): void => {
      client.write(answer);
    };
    client.on('data', (bytes: Buffer) => {
      if (planned?.command.test(bytes.toString('latin1')) && planned.passing > 0) {
        planned.passing -= 1;
      } else if (planned?.command.test(bytes.toString('latin1'))) {
        const { point, onDone } = planned;
        planned = undefined;
        if (point !== 'within the answer') {
          sendHalf(store, point === 'within the command' ? bytes : Buffer.alloc(0), onDone);
          return;
        }
        onAnswer = (answer) => sendHalf(client, answer, onDone);
      }
      store.write(bytes);
    });
    store.on('data', (bytes) => onAnswer(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (command, point, passing = 0) =>
      new Promise((onDone) => {
        planned = { command, point, passing, onDone };
      }),
    close: async () => {
      server.close();
      for (const socket of sockets) {
        socket.destroy();
      }
      await once(server, 'close');
    },
  };
}
