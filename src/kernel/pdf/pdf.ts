// PDF documents from Typst templates, rendered in a worker thread: compilation blocks its thread
// for about 10 ms and needs 100 MB, which is freed when the worker ends.
import type { Piscina } from 'piscina';
import { currentCaller } from '../database/work.ts';
import { createFairQueue } from '../fair-queue.ts';
import type { Logger } from '../observability/logging.ts';

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

export type PdfJob = { template: string; data: string };

const workerFile = new URL('./pdf-worker.ts', import.meta.url).href;
/** The worker starts with the first document and ends after being idle for this long. */
const idleMs = 20_000;
const waitMs = 10_000;

export function openPdfRenderer(log: Pick<Logger, 'warn'>): PdfRenderer {
  let pool: Promise<Piscina<PdfJob, Uint8Array>> | null = null;
  let isClosed = false;
  const queue = createFairQueue({ what: 'turn for a PDF document', max: 1, share: 1, waitMs });
  const open = async () => {
    // Loaded with the first document: most processes render none.
    const { Piscina: Pool } = await import('piscina');
    const opened = new Pool<PdfJob, Uint8Array>({
      filename: workerFile,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
    });
    opened.on('error', (err) => log.warn({ err }, 'the worker for PDF documents failed'));
    return opened;
  };
  return {
    async render(template, data) {
      if (isClosed) throw new Error('The PDF renderer is closed.');
      pool ??= open();
      const job = { template: template.href, data: JSON.stringify(data) };
      const leave = await queue.enter(currentCaller());
      try {
        const bytes = await (await pool).run(job);
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } finally {
        leave();
      }
    },
    close: async () => {
      isClosed = true;
      await (await pool)?.destroy();
    },
  };
}
