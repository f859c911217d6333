import type { Db } from '#server/database/database.ts';
import type { RuleSet } from './engine/rule-set.ts';

export type PublishedRow = { id: number; body: RuleSet };
export type NewRuleSet = { body: RuleSet; digest: string; now: Date };

/** True when the version was not there. Throws when it was, with other rules. */
export async function publishRuleSet(db: Db, { body, digest, now }: NewRuleSet): Promise<boolean> {
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
  if (inserted) return true;
  const kept = await db
    .selectFrom('customs_rule_set')
    .select('digest')
    .where('set_id', '=', body.id)
    .where('version', '=', body.version)
    .executeTakeFirstOrThrow();
  if (kept.digest === digest) return false;
  throw new Error(`${body.id}@${body.version} was published with other rules: raise its version.`);
}

export const listPublished = (db: Db): Promise<PublishedRow[]> =>
  db
    .selectFrom('customs_rule_set')
    .select(['id', 'body'])
    .where('status', '=', 'published')
    .orderBy('id')
    .execute() as Promise<unknown> as Promise<PublishedRow[]>;

export const findRuleSetById = (db: Db, id: number): Promise<PublishedRow | undefined> =>
  db
    .selectFrom('customs_rule_set')
    .select(['id', 'body'])
    .where('id', '=', id)
    .executeTakeFirst() as Promise<unknown> as Promise<PublishedRow | undefined>;
