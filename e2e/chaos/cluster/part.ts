import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '#server/node/problem.ts';

export interface PartOptions {
  /** What reports call it. */
  name: string;
  /** The program and its arguments. */
  command: readonly [string, ...string[]];
  /** As whom and where it runs; the environment is its own. */
  spawn?: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;
  /** Resolves to whether it serves. */
  isReady: () => Promise<boolean>;
}

/** Milliseconds that a part may take to start on a busy machine. */
const startMs = 60_000;

/** A program beside the product's processes, which can be killed, started again, and made to stand still. */
export class Part {
  readonly name: string;
  readonly #options: PartOptions;
  #child: ChildProcess | undefined;
  #output = '';

  constructor(options: PartOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when it serves. Throws `Problem` with its last lines where it does not within a minute. */
  async start(): Promise<void> {
    for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(50)) {
      if (!this.isRunning) this.#launch();
      if (await this.#options.isReady().catch(() => false)) return;
    }
    throw new Problem(`${this.name} does not start: ${this.#output.trim()}`);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  /** Connections to it stay open, and it says nothing. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  #launch() {
    const [program, ...args] = this.#options.command;
    const child = spawn(program, args, { ...this.#options.spawn, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        this.#output = (this.#output + String(bytes)).slice(-2_000);
      });
    child.once('error', (error) => {
      this.#output = error.message;
    });
  }
}
