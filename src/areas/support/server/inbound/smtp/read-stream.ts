// Reads mails into memory, all of them together up to a limit.
import type { Readable } from 'node:stream';

export type BytesBudget = {
  /** False when there is no room for them. */
  take(bytes: number): boolean;
  release(bytes: number): void;
};

export function createBytesBudget(max: number): BytesBudget {
  let used = 0;
  return {
    take(bytes) {
      if (used + bytes > max) return false;
      used += bytes;
      return true;
    },
    release(bytes) {
      used -= bytes;
    },
  };
}

type Read = (
  | { chunks: readonly Buffer[]; problem: null }
  /** `failed`: the client broke off. */
  | { chunks: null; problem: 'tooLarge' | 'full' | 'failed' }
) & { release(): void };

/** Reads to the end, since a client hears of a refusal only there. */
export async function readStream(
  stream: Readable,
  budget: BytesBudget,
  bytesMax: number,
): Promise<Read> {
  let chunks: Buffer[] = [];
  let length = 0;
  let problem: 'tooLarge' | 'full' | 'failed' | null = null;
  const release = () => {
    budget.release(length);
    length = 0;
    chunks = [];
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (problem) continue;
      if (length + chunk.length > bytesMax) problem = 'tooLarge';
      else if (!budget.take(chunk.length)) problem = 'full';
      else {
        chunks.push(chunk);
        length += chunk.length;
      }
      if (problem) release();
    }
  } catch {
    problem = 'failed';
  }
  return problem ? { chunks: null, problem, release } : { chunks, problem, release };
}
