// Programs of the system as child processes: bounded in time and output, dead when nobody waits.
import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';

/** `missing`: it did not start. `killed`: from outside; a crash of its own is `failed`. */
export type ProgramFault = 'missing' | 'timeout' | 'killed' | 'failed' | 'overflow';

/** A program that did not do its work. An abort by the caller's signal is not one of these. */
export class ProgramError extends Error {
  readonly command: string;
  readonly fault: ProgramFault;
  constructor(command: string, fault: ProgramFault, words = '') {
    super(`${command}: ${fault}${words ? `: ${words}` : ''}`);
    this.command = command;
    this.fault = fault;
  }
}

export type ProgramRun = {
  command: string;
  args: readonly string[];
  input?: string | Uint8Array;
  timeoutMs: number;
  outputBytesMax: number;
  signal?: AbortSignal | undefined;
};

// The secrets of this process stay with it.
const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
};
const wordsLengthMax = 500;
/** A tenth of the weight of a process that gives way to none. */
export const niceness = 10;

/** What the program wrote. Throws ProgramError, or the signal's reason when it was aborted. */
export function runProgram(run: ProgramRun): Promise<Buffer> {
  const { command, args, input, timeoutMs, outputBytesMax, signal } = run;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    stepBack(child);
    const chunks: Buffer[] = [];
    let size = 0;
    let words = '';
    let fault: ProgramFault | null = null;
    const stop = (why: ProgramFault) => {
      fault ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('timeout'), timeoutMs);
    const abort = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', abort);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      act();
    };
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputBytesMax) stop('overflow');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (words.length < wordsLengthMax) words += chunk.toString('utf8', 0, wordsLengthMax);
    });
    child.on('error', (error) =>
      settle(() => reject(new ProgramError(command, 'missing', error.message))),
    );
    child.on('close', (code, killedBy) =>
      settle(() => {
        if (signal?.aborted) return reject(signal.reason);
        if (fault === null && code === 0) return resolve(Buffer.concat(chunks));
        const why = fault ?? (killedBy === 'SIGKILL' ? 'killed' : 'failed');
        reject(new ProgramError(command, why, words.trim().slice(0, wordsLengthMax)));
      }),
    );
    // A program that ends before it has read everything is judged by how it ended.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** The event loop goes before engines: four of them would otherwise take its turns. */
export function stepBack({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness);
  } catch {
    // It has ended already, or the system has no such thing.
  }
}

const probeMs = 5000;
const probeBytesMax = 1_000_000;

/** Whether the program is installed and starts. */
export async function canRun(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await runProgram({ command, args, timeoutMs: probeMs, outputBytesMax: probeBytesMax });
    return true;
  } catch (error) {
    // pocketsphinx ends with 1 when it only says what it is.
    return error instanceof ProgramError && error.fault === 'failed';
  }
}
