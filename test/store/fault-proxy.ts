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
  readonly onDone: () => void;
}

/** A connection of a simulator to a store that breaks when it is told to. */
export interface FaultProxy {
  readonly port: number;
  /** Every command that was received, by its name. */
  readonly commands: readonly string[];
  /** Cuts the connection at the next command whose words match; resolves when that is done. */
  cut(command: RegExp, point: CutPoint): Promise<void>;
  /** Cuts all connections, and refuses others until `mend`. */
  refuse(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a proxy before a store on a port of this machine. */
export async function openFaultProxy(storePort: number): Promise<FaultProxy> {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let planned: Cut | undefined;
  let refuses = false;

  const server = createServer({ noDelay: true }, (client) => {
    if (refuses) {
      client.destroy();
      return;
    }
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
    let onAnswer: ((answer: Buffer) => void) | undefined;
    /** Passes a command on, and cuts the connection if that is planned for it. */
    const pass = (bytes: Buffer, parts: readonly string[]) => {
      commands.push(parts[0] ?? '');
      if (planned === undefined || !planned.command.test(parts.join(' '))) {
        store.write(bytes);
        return;
      }
      const { point, onDone } = planned;
      planned = undefined;
      const finish = () => {
        cut();
        onDone();
      };
      if (point === 'before the command') {
        finish();
      } else if (point === 'within the command') {
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
      for (let command = readCommand(received); command !== undefined; ) {
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
  const cutAll = () => {
    for (const socket of sockets) {
      socket.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    cut: (command, point) =>
      new Promise((onDone) => {
        planned = { command, point, onDone };
      }),
    refuse: () => {
      refuses = true;
      cutAll();
    },
    mend: () => {
      refuses = false;
    },
    close: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
