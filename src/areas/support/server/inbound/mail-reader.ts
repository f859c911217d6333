// Anyone can write to a reply address, and a malicious e-mail can take minutes to parse. Parsing
// runs in a worker thread, one e-mail at a time, with limits of time and memory.
import type { Kernel } from '#kernel/kernel.ts';
import { createWorkerPool } from '#kernel/worker-pool.ts';
import { createTimeout } from '#lib/create-timeout.ts';
import readMail, { type ParsedMail } from './read-mail.ts';
import readOriginal, { type Original } from './read-original.ts';

/** Null for an e-mail that cannot be parsed, or not within the limits. */
type Reader<Result> = (raw: Uint8Array) => Promise<Result | null>;
export type MailReader = Reader<ParsedMail>;
export type OriginalReader = Reader<Original>;

type Work<Result> = { file: URL; read: Reader<Result> };
const message = { file: new URL('./read-mail.ts', import.meta.url), read: readMail };
const original = { file: new URL('./read-original.ts', import.meta.url), read: readOriginal };

export const createMailReader = (kernel: Kernel, limits = usualLimits): MailReader =>
  createReader(kernel, message, limits);
/** Of its own, so that people who look at mails do not delay those that arrive. */
export const createOriginalReader = (kernel: Kernel): OriginalReader =>
  createReader(kernel, original, usualLimits);

/** For smaller e-mails the transfer to the worker costs more than the worst parse. */
const inlineBytesMax = 4096;
const usualLimits = { msMax: 30_000, megabytesMax: 512 };

const isOutOfMemory = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

function createReader<Result>(
  { log, closing }: Kernel,
  { file, read }: Work<Result>,
  { msMax, megabytesMax }: typeof usualLimits,
): Reader<Result> {
  const worker = createWorkerPool<Uint8Array, Result | null>({
    log,
    file,
    threadsMax: 1,
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax },
  });
  closing.push({ name: 'mail reader', run: worker.close });
  let last: Promise<unknown> = Promise.resolve();

  async function readInWorker(raw: Uint8Array): Promise<Result | null> {
    const signal = createTimeout(msMax);
    try {
      return await worker.run(raw, { signal });
    } catch (error) {
      if (signal.aborted || isOutOfMemory(error)) return null;
      throw error;
    }
  }

  return async (raw) => {
    if (raw.length <= inlineBytesMax) return read(raw);
    // The time limit starts when the e-mail before it is done.
    const mine = last.then(() => readInWorker(raw));
    last = mine.catch(() => undefined);
    return mine;
  };
}
