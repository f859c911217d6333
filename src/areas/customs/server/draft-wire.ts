import { findPeople } from '#areas/accounts/server/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import type { RuleSetVersionDetailsWire, RuleSetVersionWire } from '../staff-contract.ts';
import type { EventRow, VersionRow } from './draft-store.ts';
import { ruleSetSchema } from './engine/rule-set.ts';

type Shown = Omit<VersionRow, 'body'> & { body: unknown };
type Headline = Pick<RuleSetVersionWire, 'title' | 'effective_from' | 'effective_to' | 'review_by'>;
type People = Awaited<ReturnType<typeof findPeople>>;

const personOf = (people: People, id: number | null) =>
  id === null ? null : { id, email: people.get(id)?.email ?? '' };

function toVersion(row: Shown, people: People): RuleSetVersionWire {
  const { title, effective_from, effective_to, review_by } = row.body as Headline;
  return {
    id: row.id,
    set_id: row.set_id,
    version: row.version,
    kind: row.kind as RuleSetVersionWire['kind'],
    title,
    status: row.status as RuleSetVersionWire['status'],
    effective_from,
    effective_to,
    review_by,
    drafted_by: personOf(people, row.drafted_by),
    reviewed_by: personOf(people, row.reviewed_by),
    created_at: row.created_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
  };
}

const present = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

export async function toWires(
  db: Db,
  config: Config,
  rows: readonly Shown[],
): Promise<RuleSetVersionWire[]> {
  const ids = rows.flatMap(({ drafted_by, reviewed_by }) => [drafted_by, reviewed_by]);
  const people = await findPeople(db, config, present(ids));
  return rows.map((row) => toVersion(row, people));
}

/** The database keeps no order of keys; people read them in the format's. */
const inOrder = (rules: Record<string, unknown>): Record<string, unknown> =>
  ruleSetSchema.safeParse(rules).data ?? rules;

export async function toDetails(
  db: Db,
  config: Config,
  row: VersionRow,
  events: readonly EventRow[],
): Promise<RuleSetVersionDetailsWire> {
  const ids = [row.drafted_by, row.reviewed_by, ...events.map(({ account_id }) => account_id)];
  const people = await findPeople(db, config, present(ids));
  return {
    ...toVersion(row, people),
    rules: inOrder(row.body as Record<string, unknown>),
    digest: row.digest,
    events: events.map(({ action, account_id, note, digest, created_at }) => ({
      action: action as RuleSetVersionDetailsWire['events'][number]['action'],
      by: personOf(people, account_id),
      note,
      digest,
      at: created_at.toISOString(),
    })),
  };
}
