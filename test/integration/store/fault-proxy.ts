import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a connection to the store can be cut, in relation to a command. */
export const cutPoints = [
  'before the command',
  'within the command',
  'before the answer',
  'within the answer',
] as const;
export type CutPoint = (typeof cutPoints)[number];

/** A command and where it ends; nothing when it isn't complete. */
function readCommand(bytes: Buffer): { parts: string[]; end: number } | undefined {
  let at = 0;
  const readLine = () => {
    const end = bytes.indexOf('\r\n', at);
    const line = end < 0 ? undefined : bytes.toString('latin1', at, end);
    at = end + 2;
    return line;
  };
  const count = readLine();
  const parts: string[] = [];
  for (let part = 0; count !== undefined && part < Number(count.slice(1)); part += 1) {
    const header = readLine();
    const length = Number(header?.slice(1));
    if (header === undefined || at + length + 2 > bytes.length) {
      return undefined;
    }
    parts.push(bytes.toString('latin1', at, at + length));
    at += length + 2;
  }
  return count === undefined ? undefined : { parts, end: at };
}

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
  /** Cuts a connection at a command whose words match, after so many of them; resolves when that is done. */
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
    let received: Buffer = Buffer.alloc(0);
    let isBroken = false;
    let onAnswer: ((answer: Buffer) => void) | undefined;
    /** Passes a command on, and cuts the connection if that is planned for it. */
    const pass = (bytes: Buffer, parts: readonly string[]) => {
      if (planned === undefined || !planned.command.test(parts.join(' '))) {
        store.write(bytes);
        return;
      }
      if (planned.passing > 0) {
        planned.passing -= 1;
        store.write(bytes);
        return;
      }
      const { point, onDone } = planned;
      planned = undefined;
      const finish = () => {
        cut();
        onDone();
      };
      // It may break by itself before that.
      client.once('close', onDone);
      if (point === 'before the command') {
        finish();
      } else if (point === 'within the command') {
        // What follows would be taken for the rest of the command.
        isBroken = true;
        store.write(bytes.subarray(0, bytes.length / 2), finish);
      } else {
        store.write(bytes);
        onAnswer = (answer) => {
          if (point === 'within the answer') {
            client.write(answer.subarray(0, answer.length / 2), finish);
          } else {
            finish();
          }
        };
      }
    };
    client.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let command = readCommand(received); command !== undefined && !isBroken; ) {
        pass(received.subarray(0, command.end), command.parts);
        received = received.subarray(command.end);
        command = readCommand(received);
      }
    });
    store.on('data', (chunk) => {
      if (onAnswer === undefined) {
        client.write(chunk);
      } else {
        onAnswer(chunk);
      }
    });
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
