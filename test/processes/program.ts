import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * A process that runs a file of test/processes/programs/ and prints one line of JSON per result.
 */
export type Program = {
  /** The next line that it prints, parsed. Throws with its error output when it exited instead. */
  read<T>(): Promise<T>;
  /** Writes one line; does not fail when the process has exited. */
  send(line: string): void;
  /** Writes one line and reads the next one. */
  request<T>(line: string): Promise<T>;
  /** Closes its input, which makes it exit, and waits for that. */
  finish(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
};

export function startProgram(file: string, args: string[]): Program {
  const place = path.join(import.meta.dirname, 'programs', file);
  const child = spawn(process.execPath, [place, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const words = collect(child);
  const read = async <T>() => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${file} exited: ${words()}`);
    return JSON.parse(value) as T;
  };
  const send = (line: string) => {
    child.stdin.write(`${line}\n`);
  };
  // Writing to a killed process fails.
  child.stdin.on('error', () => {});
  return {
    read,
    send,
    request: (line) => {
      send(line);
      return read();
    },
    finish: async () => {
      child.stdin.end();
      await exited;
      return child.exitCode;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  return () => text.trim();
}
