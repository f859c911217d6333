// Anyone can write to a reply address, and a malicious e-mail can take minutes to parse. Parsing
// runs in a worker thread, one e-mail at a time, with a time limit.
import type { Piscina } from 'piscina';
import type { Kernel } from '#kernel/kernel.ts';
import readMail, { type ParsedMail } from './read-mail.ts';

/** Null for an e-mail that cannot be parsed, or not within `readMsMax`. */
export type MailReader = (raw: Uint8Array) => Promise<ParsedMail | null>;

const workerFile = new URL('./read-mail.ts', import.meta.url).href;
/** For smaller e-mails the transfer to the worker costs more than the worst parse. */
const inlineBytesMax = 4096;
const idleMs = 20_000;
const readMsMax = 30_000;

export function createMailReader(kernel: Kernel, msMax = readMsMax): MailReader {
  let pool: Promise<Piscina<Uint8Array, ParsedMail | null>> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    const options = { minThreads: 0, maxThreads: 1, idleTimeout: idleMs };
    return new Pool<Uint8Array, ParsedMail | null>({ filename: workerFile, ...options });
  };
  kernel.closing.push({ name: 'mail reader', run: async () => (await pool)?.destroy() });

  async function readInWorker(raw: Uint8Array): Promise<ParsedMail | null> {
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
    if (raw.length <= inlineBytesMax) return readMail(raw);
    // The time limit starts when the e-mail before it is done.
    const mine = last.then(() => readInWorker(raw));
    last = mine.catch(() => undefined);
    return mine;
  };
}
