// Runs system programs as child processes, with limits on time and output, killed on abort.
import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';

/** `missing`: it did not start. `killed`: by another process; a crash is `failed`. */
export type ProgramFault = 'missing' | 'timeout' | 'killed' | 'failed' | 'overflow';

/** A program failed. Not thrown when the caller's signal aborts. */
export class ProgramError extends Error {
  readonly command: string;
  readonly fault: ProgramFault;
  /** Null for a program that did not exit by itself. */
  readonly exitCode: number | null;
  constructor(
    command: string,
    fault: ProgramFault,
    { stderr = '', exitCode = null }: { stderr?: string; exitCode?: number | null } = {},
  ) {
    super(`${command}: ${fault}${stderr ? `: ${stderr}` : ''}`);
    this.command = command;
    this.fault = fault;
    this.exitCode = exitCode;
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

// Without the environment of this process, which contains secrets.
const env = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin',
  LANG: 'C.UTF-8',
  HOME: '/nonexistent',
};
const stderrLengthMax = 500;
/** A tenth of the CPU weight of a process with niceness 0. */
export const niceness = 10;

/** Returns the output. Throws ProgramError, or the signal's reason on abort. */
export function runProgram(run: ProgramRun): Promise<Buffer> {
  const { command, args, input, timeoutMs, outputBytesMax, signal } = run;
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
    lowerPriority(child);
    const chunks: Buffer[] = [];
    let size = 0;
    let stderr = '';
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
      if (stderr.length < stderrLengthMax) stderr += chunk.toString('utf8', 0, stderrLengthMax);
    });
    child.on('error', (error) =>
      settle(() => reject(new ProgramError(command, 'missing', { stderr: error.message }))),
    );
    child.on('close', (code, killedBy) =>
      settle(() => {
        if (signal?.aborted) return reject(signal.reason);
        if (fault === null && code === 0) return resolve(Buffer.concat(chunks));
        const why = fault ?? (killedBy === 'SIGKILL' ? 'killed' : 'failed');
        const words = stderr.trim().slice(0, stderrLengthMax);
        reject(new ProgramError(command, why, { stderr: words, exitCode: code }));
      }),
    );
    // A program may exit before it has read its input: only its exit code counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

/** Gives the event loop priority over engines. */
export function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, niceness);
  } catch {
    // It has exited already, or the system does not support priorities.
  }
}

const probeTimeoutMs = 5000;
const probeBytesMax = 1_000_000;

/** Whether the program is installed and starts. */
export async function canRun(command: string, args: readonly string[]): Promise<boolean> {
  try {
    await runProgram({ command, args, timeoutMs: probeTimeoutMs, outputBytesMax: probeBytesMax });
    return true;
  } catch (error) {
    // pocketsphinx without arguments prints its usage and exits with 1.
    return error instanceof ProgramError && error.fault === 'failed';
  }
}
