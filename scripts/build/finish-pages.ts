// Writes the pages that React Router has printed as Markdown, and optimizes them, with all cores.
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { createWorkerPool } from '../../src/kernel/worker-pool.ts';
import type finishSome from './finish-pages-worker.ts';

type Job = Parameters<typeof finishSome>[0];
type Hashes = ReturnType<typeof finishSome>;

/** Neighbours use the same styles, which a thread picks once; enough parts to share the work. */
const pagesOfJob = 20;
/** Each begins by loading what it runs, for a second. */
const threadsMax = Math.min(4, os.availableParallelism());

/** Returns the script hashes of each page below `root` by its path. */
export async function finishPages(root: string): Promise<Hashes> {
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort();
  const jobs = Array.from({ length: Math.ceil(pages.length / pagesOfJob) }, (_, at) =>
    pages.slice(at * pagesOfJob, (at + 1) * pagesOfJob),
  );
  const file = new URL('./finish-pages-worker.ts', import.meta.url);
  const workers = createWorkerPool<Job, Hashes>({ log: console, file, threadsMax });
  try {
    const parts = await Promise.all(jobs.map((some) => workers.run({ root, pages: some })));
    return Object.assign({}, ...parts);
  } finally {
    await workers.close();
  }
}
