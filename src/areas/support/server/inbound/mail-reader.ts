// Anyone can write to a reply address, and a malicious e-mail can take minutes to parse. Parsing
// runs in a worker thread, one e-mail at a time, with a time limit.
import type { Kernel } from '#kernel/kernel.ts';
import { createWorkerPool } from '#kernel/worker-pool.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import readMail, { type ParsedMail } from './read-mail.ts';

/** Null for an e-mail that cannot be parsed, or not within `readMsMax`. */
export type MailReader = (raw: Uint8Array) => Promise<ParsedMail | null>;

const workerFile = new URL('./read-mail.ts', import.meta.url);
/** For smaller e-mails the transfer to the worker costs more than the worst parse. */
const inlineBytesMax = 4096;
const readMsMax = 30_000;

export function createMailReader({ log, closing }: Kernel, msMax = readMsMax): MailReader {
  const worker = createWorkerPool<Uint8Array, ParsedMail | null>({
    log,
    file: workerFile,
    threadsMax: 1,
  });
  closing.push({ name: 'mail reader', run: worker.close });
  let last: Promise<unknown> = Promise.resolve();

  async function readInWorker(raw: Uint8Array): Promise<ParsedMail | null> {
    const signal = createTimeout(msMax);
    try {
      return await worker.run(raw, { signal });
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
