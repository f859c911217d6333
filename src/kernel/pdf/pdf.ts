// PDF documents from Typst templates, rendered in a worker thread: compilation blocks its thread
// for about 10 ms and needs 100 MB, which is freed when the worker ends.
import { currentCaller } from '../database/work.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { Logger } from '../observability/logging.ts';
import { createWorkerPool } from '../worker-pool.ts';

export type PdfRenderer = {
  /**
   * A tagged PDF of the template (the URL of a .typ file, `new URL('./receipt.typ',
   * import.meta.url)`). The template reads `data` by `json(bytes(sys.inputs.data))`, so its values
   * cannot inject markup, and the brand's colours by `json(bytes(sys.inputs.colors))`. Callers are
   * served in turn, one document each. Throws for a template that does not compile and after
   * close(); `BusyError` after waiting for 10 s.
   */
  render(template: URL, data: object): Promise<Buffer>;
  close(): Promise<void>;
};

/** `mark`: printed at the top of every page; may be empty. */
export type PdfJob = { template: string; data: string; mark: string };

const workerFile = new URL('./pdf-worker.ts', import.meta.url);
const waitMs = 10_000;

export function openPdfRenderer(log: Pick<Logger, 'warn'>, mark = ''): PdfRenderer {
  const worker = createWorkerPool<PdfJob, Uint8Array>({ log, file: workerFile, threadsMax: 1 });
  const queue = createFairQueue({ what: 'turn for a PDF document', max: 1, share: 1, waitMs });
  return {
    async render(template, data) {
      const job = { template: template.href, data: JSON.stringify(data), mark };
      const bytes = await queue.run(currentCaller(), () => worker.run(job));
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    close: worker.close,
  };
}
