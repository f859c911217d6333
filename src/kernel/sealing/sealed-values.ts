// What the database has sealed. Areas register it, so that one job can seal it again after the
// secret was replaced, and so that an operator knows when the older secret can be removed.
import type { Db, Tx } from '../database/database.ts';
import type { Work } from '../database/work.ts';
import type { Sealer } from './sealer.ts';

/** Rows that need the first secret only, that need an older one, and that no secret opens. */
export type SealedCount = { current: number; older: number; lost: number };

export type SealedValues = {
  /** What they are, for operators: `logins of proxies`. */
  name: string;
  count(): Promise<SealedCount>;
  /** Returns how many rows it changed. */
  reseal(): Promise<number>;
};

export type SealedRegistry = {
  add(values: SealedValues): void;
  list(): readonly SealedValues[];
};

export function createSealedRegistry(): SealedRegistry {
  const all: SealedValues[] = [];
  return { add: (values) => void all.push(values), list: () => all };
}

export type SealedRow = { id: string; sealed: Buffer };
type RowPage = { prefix: Buffer; after: string | null; limit: number };

/** The SQL of a column with sealed texts, written by its area. */
export type SealedColumn = {
  name: string;
  sealer: Sealer;
  countRows(db: Db): Promise<number>;
  /** Rows after an id that do not begin with the prefix, by id. */
  listOthers(db: Db, page: RowPage): Promise<SealedRow[]>;
  /** The same, locked, without rows that another transaction has locked. */
  lockOthers(tx: Tx, page: RowPage): Promise<SealedRow[]>;
  /** `text` is what `sealed` contains. */
  save(tx: Tx, rows: readonly (SealedRow & { text: string })[]): Promise<void>;
};

const batchRows = 500;

export function sealedColumn(work: Work, column: SealedColumn): SealedValues {
  return {
    name: column.name,
    count: () => work.read((db) => countBySecret(db, column)),
    reseal: () => resealColumn(work, column),
  };
}

async function countBySecret(db: Db, column: SealedColumn): Promise<SealedCount> {
  const { sealer } = column;
  const counts = { older: 0, lost: 0 };
  let after: string | null = null;
  for (;;) {
    const page: RowPage = { prefix: sealer.currentPrefix, after, limit: batchRows };
    const rows = await column.listOthers(db, page);
    for (const { id, sealed } of rows) {
      const secretAt = sealer.findSecret(id, sealed);
      if (secretAt === null) counts.lost++;
      else if (secretAt > 0) counts.older++;
    }
    after = rows.at(-1)?.id ?? null;
    if (after === null) break;
  }
  const total = await column.countRows(db);
  return { current: Math.max(0, total - counts.older - counts.lost), ...counts };
}

async function resealColumn(work: Work, column: SealedColumn): Promise<number> {
  let changed = 0;
  let after: string | null = null;
  for (;;) {
    const done = await work.write((tx) => resealBatch(tx, column, after));
    changed += done.changed;
    after = done.last;
    if (after === null) return changed;
  }
}

async function resealBatch(
  tx: Tx,
  { sealer, lockOthers, save }: SealedColumn,
  after: string | null,
): Promise<{ changed: number; last: string | null }> {
  const page = { prefix: sealer.currentPrefix, after, limit: batchRows };
  const rows = await lockOthers(tx, page);
  const opened = rows.flatMap(({ id, sealed }) => {
    const text = sealer.open(id, sealed);
    return text === null ? [] : [{ id, text, sealed: sealer.seal(id, text) }];
  });
  if (opened.length > 0) await save(tx, opened);
  return { changed: opened.length, last: rows.at(-1)?.id ?? null };
}
