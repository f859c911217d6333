// Anybody may write to a reply address, and reading a mail that is made for it takes minutes: it
// happens beside the process, one mail after another, and ends when it takes too long.
import type { Piscina } from 'piscina';
import type { Kernel } from '#kernel/kernel.ts';
import readMail, { type ReadMail } from './read-mail.ts';

/** Null for a mail that can't be read, or not within `readMsMax`. */
export type MailReader = (raw: Uint8Array) => Promise<ReadMail | null>;

const workerFile = new URL('./read-mail.ts', import.meta.url).href;
/** Below this a hand-over costs more than the worst mail. */
const inPlaceBytesMax = 4096;
const idleMs = 20_000;
const readMsMax = 30_000;

export function openMailReader(kernel: Kernel, msMax = readMsMax): MailReader {
  let pool: Promise<Piscina<Uint8Array, ReadMail | null>> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    const options = { minThreads: 0, maxThreads: 1, idleTimeout: idleMs };
    return new Pool<Uint8Array, ReadMail | null>({ filename: workerFile, ...options });
  };
  kernel.closing.push({ name: 'mail reader', run: async () => (await pool)?.destroy() });

  async function readBeside(raw: Uint8Array): Promise<ReadMail | null> {
    pool ??= open();
    const opened = await pool;
    const signal = AbortSignal.timeout(msMax);
    try {
      return await opened.run(raw, { signal });
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  return async (raw) => {
    if (raw.length <= inPlaceBytesMax) return readMail(raw);
    // The time of one mail begins when the one before it is read.
    const mine = last.then(() => readBeside(raw));
    last = mine.catch(() => undefined);
    return mine;
  };
}
