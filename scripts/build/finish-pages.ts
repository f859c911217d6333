// Writes the pages that React Router has printed as Markdown, and optimizes them, with all cores.
import { readdirSync } from 'node:fs';
import os from 'node:os';
import { Piscina } from 'piscina';
import type { finishSome } from './finish-pages-worker.ts';

type Job = Parameters<typeof finishSome>[0];
type Hashes = ReturnType<typeof finishSome>;

/** Neighbours use the same styles, which a thread picks once; enough parts to share the work. */
const pagesOfJob = 20;
/** Each begins by loading what it runs, for a second. */
const threadsMax = 4;

/** Returns the script hashes of each page below `root` by its path. */
export async function finishPages(root: string): Promise<Hashes> {
  const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .sort();
  const pool = new Piscina<Job, Hashes>({
    filename: new URL('./finish-pages-worker.ts', import.meta.url).href,
    name: 'finishSome',
    maxThreads: Math.min(threadsMax, os.availableParallelism()),
  });
  const jobs = Array.from({ length: Math.ceil(pages.length / pagesOfJob) }, (_, at) =>
    pages.slice(at * pagesOfJob, (at + 1) * pagesOfJob),
  );
  try {
    const parts = await Promise.all(jobs.map((some) => pool.run({ root, pages: some })));
    return Object.assign({}, ...parts);
  } finally {
    await pool.destroy();
  }
}
