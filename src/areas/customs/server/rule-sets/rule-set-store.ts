// The rule sets that calculations use: the published ones, and any that a stored calculation used.
import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';

export type PublishedRuleSet = { id: number; body: RuleSet };
export type DeployedRuleSet = { body: RuleSet; digest: string; now: Date };

/**
 * Publishes a set of a deployment. Returns its id if it is new, `known` if the same rules are
 * published already, and `taken` if other rules or a draft have its version.
 */
export async function insertDeployed(
  db: Db,
  { body, digest, now }: DeployedRuleSet,
): Promise<number | 'known' | 'taken'> {
  const inserted = await db
    .insertInto('customs_rule_set')
    .values({
      set_id: body.id,
      version: body.version,
      kind: body.kind,
      status: 'published',
      body: JSON.stringify(body),
      digest,
      created_at: now,
      published_at: now,
    })
    .onConflict((conflict) => conflict.columns(['set_id', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) return inserted.id;
  const existing = await db
    .selectFrom('customs_rule_set')
    .select(['digest', 'published_at'])
    .where('set_id', '=', body.id)
    .where('version', '=', body.version)
    .executeTakeFirstOrThrow();
  return existing.digest === digest && existing.published_at ? 'known' : 'taken';
}

export const listPublishedIds = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('customs_rule_set')
    .select('id')
    .where('status', '=', 'published')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
};

export const findRuleSets = (db: Db, ids: readonly number[]): Promise<PublishedRuleSet[]> =>
  db
    .selectFrom('customs_rule_set')
    .select(['id', 'body'])
    .where('id', 'in', ids)
    .execute() as Promise<unknown> as Promise<PublishedRuleSet[]>;

/** Supersedes versions whose whole period the new one covers. Returns their ids. */
export async function supersedeOlder(db: Db, id: number, body: RuleSet): Promise<number[]> {
  const from = body.effective_from;
  const to = body.effective_to ?? '9999-12-31';
  const rows = await db
    .updateTable('customs_rule_set')
    .set({ status: 'superseded' })
    .where('set_id', '=', body.id)
    .where('id', '<>', id)
    .where('version', '<', body.version)
    .where('status', '=', 'published')
    .where(sql<boolean>`body ->> 'effective_from' >= ${from}`)
    .where(sql<boolean>`coalesce(body ->> 'effective_to', '9999-12-31') <= ${to}`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
