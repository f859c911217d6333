// The rule sets in force. Those of the repository are published into the database the first time
// they are needed; from there on the database has the word, for every process.
import { createHash } from 'node:crypto';
import type { Kernel } from '#server/kernel.ts';
import { membersOf } from './engine/country-groups.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { readRuleFiles } from './rule-files.ts';
import {
  findRuleSetById,
  listPublished,
  type PublishedRow,
  publishRuleSet,
} from './rule-set-store.ts';

export type RuleSets = {
  /** Published sets, as the database has them; at most half a minute old. */
  all(): Promise<readonly PublishedRow[]>;
  /** Any version that a calculation rests on. */
  byId(id: number): Promise<PublishedRow | undefined>;
  /** After a publication in this process. */
  forget(): void;
};

const freshMs = 30_000;

export function openRuleSets({ database, clock }: Pick<Kernel, 'database' | 'clock'>): RuleSets {
  let stocked: Promise<void> | undefined;
  let kept: { at: number; rows: Promise<readonly PublishedRow[]> } | undefined;
  const read = async () => {
    stocked ??= stock(database.write, clock.now());
    await stocked;
    return listPublished(database.write);
  };
  return {
    all() {
      const now = clock.now().getTime();
      if (kept && now - kept.at < freshMs) return kept.rows;
      const rows = read();
      kept = { at: now, rows };
      rows.catch(() => {
        kept = undefined;
        stocked = undefined;
      });
      return rows;
    },
    byId: (id) => findRuleSetById(database.write, id),
    forget() {
      kept = undefined;
    },
  };
}

async function stock(db: Kernel['database']['write'], now: Date): Promise<void> {
  for (const body of readRuleFiles())
    await publishRuleSet(db, { body, digest: digestOf(body), now });
}

export const digestOf = (body: RuleSet): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');

/** ISO countries that a set is good for. */
export const countriesOf = ({ countries, jurisdiction }: RuleSet): readonly string[] =>
  countries ?? membersOf(jurisdiction);

export type Choice = {
  kind: RuleSet['kind'];
  country: string;
  regime?: string | undefined;
  date: string;
};

export const isInForce = ({ effective_from: from, effective_to: to }: RuleSet, date: string) =>
  from <= date && (to === null || date <= to);

/**
 * The set for a country, kind, regime and day. A regime that was asked for must be there or not
 * matter; otherwise private persons are assumed. A country's own set goes before its bloc's.
 */
export function chooseRuleSet(
  rows: readonly PublishedRow[],
  { kind, country, regime, date }: Choice,
): PublishedRow | undefined {
  const fitting = rows.filter(
    ({ body }) =>
      body.kind === kind && isInForce(body, date) && countriesOf(body).includes(country),
  );
  const wanted = regime ? [regime, 'any'] : ['individual', 'any', 'legal_entity'];
  const rank = ({ body }: PublishedRow) =>
    wanted.indexOf(body.regime) * 2 + (body.jurisdiction === country ? 0 : 1);
  return fitting
    .filter(({ body }) => wanted.includes(body.regime))
    .sort((one, other) => rank(one) - rank(other) || other.body.version - one.body.version)[0];
}
