import type { Logger } from '#kernel/logging.ts';

/** How far a walk over what is due has come: a time, as the database writes it, and an id. */
export type DuePlace = { due: string; id: string };

type DueWork = {
  /** What comes behind a place, the longest due first. */
  list: (after: DuePlace, limit: number) => Promise<DuePlace[]>;
  work: (id: string) => Promise<unknown>;
  /** For the log, when the work on one of them fails. */
  failure: string;
};

const start: DuePlace = { due: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const pageMax = 200;

/**
 * Works on everything that is due, page by page, and never goes back: what is due again, or fails,
 * is for the next run. What fails is logged and holds up nothing behind it.
 */
export async function workOnDue(
  log: Pick<Logger, 'error'>,
  { list, work, failure }: DueWork,
): Promise<void> {
  for (let after = start; ; ) {
    const page = await list(after, pageMax);
    for (const { id } of page) await work(id).catch((err) => log.error({ id, err }, failure));
    const last = page.at(-1);
    if (!last || page.length < pageMax) return;
    after = last;
  }
}
