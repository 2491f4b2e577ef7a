import type { Answer } from '../engine/answer.js';
import {
  type Checkpoint,
  createCheckpoint,
  type FindSeeded,
  restoreCheckpoint,
  restoreStart,
} from '../engine/checkpoint.js';
import { type ControlCommand, handle } from '../engine/handle.js';
import type { ReplySettings } from '../engine/reply.js';
import {
  clearJournal,
  createSandbox,
  type Sandbox,
  type SandboxLimits,
  type SandboxStart,
} from '../engine/sandbox.js';
import { beginning, type Entry, type Position, type StoredCommand } from './entry.js';
import { createFullError } from './errors.js';

/** How many writers a sandbox remembers: an entry is delivered again within seconds. */
const maxWriters = 100;

/** What all logs of a process have in common. */
export interface LogContext {
  readonly start: SandboxStart;
  readonly settings: ReplySettings;
  createLimits(): SandboxLimits;
  readonly findSeeded: FindSeeded;
}

/** What a command resulted in. */
export type Result = { readonly value: unknown } | { readonly error: unknown };

/** A checkpoint with what only the log needs. */
export interface LogCheckpoint extends Position {
  readonly writers: readonly (readonly [writer: string, counter: number])[];
  readonly sandbox?: Checkpoint | undefined;
}

/** A sandbox as its log has it up to a position. Equal logs give equal states, in each process. */
export class LogState {
  readonly #name: string;
  readonly #context: LogContext;
  /** Undefined if the sandbox doesn't exist. */
  #sandbox: Sandbox | undefined;
  #position: Position = beginning;
  /** The last counter of each writer, the latest writer last. */
  #writers = new Map<string, number>();

  constructor(name: string, context: LogContext) {
    this.#name = name;
    this.#context = context;
  }

  get position(): Position {
    return this.#position;
  }

  get sandbox(): Sandbox | undefined {
    return this.#sandbox;
  }

  /** The sandbox as it is, or as a new one would be. */
  peek(): Sandbox {
    const { start, createLimits } = this.#context;
    return this.#sandbox ?? createSandbox(this.#name, start, createLimits());
  }

  /** Goes to a checkpoint, or to the beginning. */
  load(checkpoint?: LogCheckpoint): void {
    this.clear();
    if (checkpoint === undefined) {
      return;
    }
    const { id, by, writers, sandbox } = checkpoint;
    const { createLimits, findSeeded } = this.#context;
    if (sandbox !== undefined) {
      this.#sandbox = restoreCheckpoint(this.#name, sandbox, createLimits(), findSeeded);
    }
    this.#writers = new Map(writers);
    this.#position = { id, by };
  }

  createCheckpoint(): LogCheckpoint {
    const sandbox = this.#sandbox && createCheckpoint(this.#sandbox);
    return { ...this.#position, writers: [...this.#writers], sandbox };
  }

  /** Applies the next entry. Returns a result for each command, or nothing if it was applied before. */
  apply({ id, by, writer, counter, time, commands }: Entry): Result[] | undefined {
    this.#position = { id, by };
    if (counter <= (this.#writers.get(writer) ?? 0)) {
      return undefined;
    }
    this.#writers.delete(writer);
    this.#writers.set(writer, counter);
    if (this.#writers.size > maxWriters) {
      this.#writers.delete(this.#writers.keys().next().value as string);
    }
    return commands.map((command) => {
      try {
        return { value: this.#handle(command, time) };
      } catch (error) {
        return { error };
      }
    });
  }

  /** Releases what the sandbox counts for in the limits of the process. */
  clear(): void {
    this.#leave();
    this.#writers.clear();
    this.#position = beginning;
  }

  /**
   * Answers a request without changing anything.
   *
   * @throws {SimulatorError} `simulator_full` when the response depends on something that must be counted
   */
  answerUnrecorded(command: StoredCommand): Answer {
    if (command.type !== 'request' || command.request.method === 'POST') {
      throw createFullError();
    }
    const sandbox = this.peek();
    const copy: Sandbox = {
      ...sandbox,
      limits: this.#context.createLimits(),
      rules: sandbox.rules.map((rule) => ({ ...rule })),
      journal: [],
    };
    const answer = handle(copy, { ...command, time: Date.now() }, this.#context.settings);
    clearJournal(copy);
    const { from, to } = sandbox.settings.latency;
    const isRuled = copy.rules.some(({ tried }, place) => tried !== sandbox.rules[place]?.tried);
    if (isRuled || (copy.latencyDraws !== sandbox.latencyDraws && from !== to)) {
      throw createFullError();
    }
    return answer;
  }

  #handle(command: StoredCommand, time: number): unknown {
    const { settings, findSeeded } = this.#context;
    if (command.type === 'drop') {
      const existed = this.#sandbox !== undefined;
      this.#leave();
      return existed;
    }
    const sandbox = this.peek();
    if (command.type === 'request') {
      const answer = handle(sandbox, { ...command, time }, settings);
      this.#keep(sandbox, command.creates);
      return answer;
    }
    const data =
      command.type === 'reset'
        ? { ...command.data, start: restoreStart(command.data.start, findSeeded) }
        : command.data;
    const result = handle(sandbox, { type: command.type, data, time } as ControlCommand, settings);
    this.#keep(sandbox, true);
    return result;
  }

  #keep(sandbox: Sandbox, creates: boolean): void {
    if (creates) {
      this.#sandbox = sandbox;
    } else if (this.#sandbox === undefined) {
      clearJournal(sandbox);
    }
  }

  #leave(): void {
    if (this.#sandbox !== undefined) {
      clearJournal(this.#sandbox);
      this.#sandbox = undefined;
    }
  }
}
