// Prints the pages with all cores: each thread loads the browser's code once, and finishes a page
// in memory before it writes it.
import os from 'node:os';
import { createWorkerPool } from '../../src/kernel/worker-pool.ts';
import { checkPageBytes } from './page-bytes.ts';
import type { PageFacts, PrintJob } from './print-pages-worker.ts';

/** Neighbours use the same styles, which a thread picks once; enough parts to share the work. */
const pagesOfJob = 20;
/** Each begins by loading what it runs, for a second. */
const threadsMax = Math.min(8, os.availableParallelism());

type PrintedSite = {
  /** The folder that is served. */
  root: string;
  /** The file of src/entry.printer.ts, as it was built. */
  printer: string;
  paths: readonly string[];
  onProgress: (count: number) => void;
};

/**
 * Returns the script hashes of each page by its file below `root`. Throws with a list of the pages
 * that are too large, and their sizes.
 */
export async function printPages(site: PrintedSite): Promise<Record<string, string[]>> {
  const { root, printer, paths, onProgress } = site;
  const file = new URL('./print-pages-worker.ts', import.meta.url);
  const workers = createWorkerPool<PrintJob, PageFacts[]>({ log: console, file, threadsMax });
  const jobs = Array.from({ length: Math.ceil(paths.length / pagesOfJob) }, (_, at) =>
    paths.slice(at * pagesOfJob, (at + 1) * pagesOfJob),
  );
  let printed = 0;
  try {
    const parts = await Promise.all(
      jobs.map(async (some) => {
        const facts = await workers.run({ root, printer, paths: some });
        printed += some.length;
        onProgress(printed);
        return facts;
      }),
    );
    const pages = parts.flat();
    checkPageBytes(pages);
    return Object.fromEntries(pages.map(({ page, hashes }) => [page, hashes]));
  } finally {
    await workers.close();
  }
}
