import { findPeople } from '#areas/accounts/server/index.ts';
import type { Config } from '#kernel/config.ts';
import type { Db } from '#kernel/database/database.ts';
import type {
  RuleSetVersionDetailsWire,
  RuleSetVersionWire,
} from '../../wire/rule-sets/rule-set-versions.ts';
import { ruleSetSchema } from '../engine/rules/rule-set.ts';
import type { EventRow, HeadlineRow, VersionRow } from './version-store.ts';

type People = Awaited<ReturnType<typeof findPeople>>;

const serializePerson = (people: People, id: number | null) =>
  id === null ? null : { id, email: people.get(id)?.email ?? '' };

function serializeVersion(row: HeadlineRow, people: People): RuleSetVersionWire {
  const { title, effective_from, effective_to, review_by } = row.body;
  return {
    id: row.id,
    set_id: row.set_id,
    version: row.version,
    kind: row.kind,
    title,
    status: row.status,
    effective_from,
    effective_to,
    review_by,
    drafted_by: serializePerson(people, row.drafted_by),
    reviewed_by: serializePerson(people, row.reviewed_by),
    created_at: row.created_at.toISOString(),
    published_at: row.published_at?.toISOString() ?? null,
  };
}

const withoutNulls = (ids: readonly (number | null)[]) => ids.filter((id) => id !== null);

export async function serializeVersions(
  db: Db,
  config: Config,
  rows: readonly HeadlineRow[],
): Promise<RuleSetVersionWire[]> {
  const ids = rows.flatMap(({ drafted_by, reviewed_by }) => [drafted_by, reviewed_by]);
  const people = await findPeople(db, config, withoutNulls(ids));
  return rows.map((row) => serializeVersion(row, people));
}

/** jsonb does not preserve the order of keys; staff read them in the order of the format. */
const inSchemaOrder = (rules: Record<string, unknown>): Record<string, unknown> =>
  ruleSetSchema.safeParse(rules).data ?? rules;

export async function serializeVersionDetails(
  db: Db,
  config: Config,
  row: VersionRow,
  events: readonly EventRow[],
): Promise<RuleSetVersionDetailsWire> {
  const ids = [row.drafted_by, row.reviewed_by, ...events.map(({ account_id }) => account_id)];
  const people = await findPeople(db, config, withoutNulls(ids));
  return {
    ...serializeVersion(row, people),
    rules: inSchemaOrder(row.body),
    digest: row.digest,
    events: events.map(({ action, account_id, note, digest, created_at }) => ({
      action,
      by: serializePerson(people, account_id),
      note,
      digest,
      at: created_at.toISOString(),
    })),
  };
}
