import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A real process that runs a file of test/programs/ and speaks JSON, one line an answer. */
export type Program = {
  /** The next line it prints, parsed. Throws with its last words when it ended instead. */
  read<T>(): Promise<T>;
  /** Writes one line, to a process that may have ended. */
  send(line: string): void;
  /** Writes one line and reads the answer. */
  ask<T>(line: string): Promise<T>;
  /** Ends its input, which asks it to finish, and waits until it did. */
  finish(): Promise<number | null>;
  /** Ends it without a chance to clean up. */
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
    if (done) throw new Error(`${file} ended: ${words()}`);
    return JSON.parse(value) as T;
  };
  const send = (line: string) => {
    child.stdin.write(`${line}\n`);
  };
  // What a killed process did not read.
  child.stdin.on('error', () => {});
  return {
    read,
    send,
    ask: (line) => {
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
