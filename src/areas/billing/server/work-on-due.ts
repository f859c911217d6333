import type { Logger } from '#kernel/observability/logging.ts';

/** Position in a list of due rows: a time as the database writes it, and an id. */
export type DuePlace = { due: string; id: string };

type DueWork = {
  /** The rows after a position, longest due first. */
  list: (after: DuePlace, limit: number) => Promise<DuePlace[]>;
  work: (id: string) => Promise<unknown>;
  /** Log message for a row whose work fails. */
  failure: string;
};

const beforeAll: DuePlace = { due: '-infinity', id: '00000000-0000-0000-0000-000000000000' };
const pageMax = 200;

/** Page by page, without going back: a row that fails is logged and left to the next run. */
export async function workOnDue(
  log: Pick<Logger, 'error'>,
  { list, work, failure }: DueWork,
): Promise<void> {
  for (let after = beforeAll; ; ) {
    const page = await list(after, pageMax);
    for (const { id } of page)
      try {
        await work(id);
      } catch (err) {
        log.error({ id, err }, failure);
      }
    const last = page.at(-1);
    if (!last || page.length < pageMax) return;
    after = last;
  }
}
