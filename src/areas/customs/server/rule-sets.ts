// The rule sets in force. Those of the repository are published into the database the first time
// they are needed; from there on the database has the word, for every process.
import { createHash } from 'node:crypto';
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { membersOf } from './engine/country-groups.ts';
import type { RuleSet } from './engine/rule-set.ts';
import { readRuleFiles } from './rule-files.ts';
import {
  findRuleSets,
  insertDeployed,
  listPublishedIds,
  type PublishedRow,
  supersedeOlder,
} from './rule-set-store.ts';

export type RuleSets = {
  /** Published sets, as the database has them; at most half a minute old. */
  all(): Promise<readonly PublishedRow[]>;
  /** Any version that a calculation rests on. */
  byId(id: number): Promise<PublishedRow | undefined>;
  /** After a publication in this process. */
  forget(): void;
};

type Means = Pick<Kernel, 'work' | 'clock' | 'log'>;

const freshMs = 30_000;

export function openRuleSets({ work, clock, log }: Means): RuleSets {
  // What is published never changes: it is read once, and only asked for whether it still holds.
  const known = new Map<number, PublishedRow>();
  let stocked: Promise<void> | undefined;
  let kept: { at: number; rows: Promise<readonly PublishedRow[]> } | undefined;
  const load = async (ids: readonly number[]) => {
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length === 0) return;
    for (const row of await work.read((db) => findRuleSets(db, unknown))) known.set(row.id, row);
  };
  const read = async () => {
    stocked ??= stock({ work, clock, log });
    await stocked;
    const ids = await work.read(listPublishedIds);
    await load(ids);
    return ids.map((id) => known.get(id)!);
  };
  return {
    all() {
      const now = clock.now().getTime();
      if (kept && now - kept.at < freshMs) return kept.rows;
      const rows = runDetached(read);
      kept = { at: now, rows };
      rows.catch(() => {
        kept = undefined;
        stocked = undefined;
      });
      return rows;
    },
    async byId(id) {
      await load([id]);
      return known.get(id);
    },
    forget() {
      kept = undefined;
    },
  };
}

/** A version that is taken stays as it is: staff may have published it first. */
async function stock({ work, clock, log }: Means): Promise<void> {
  for (const body of readRuleFiles()) {
    const deployed = { body, digest: digestOf(body), now: clock.now() };
    const id = await work.write(async (tx) => {
      const inserted = await insertDeployed(tx, deployed);
      if (typeof inserted === 'number') await supersedeOlder(tx, inserted, body);
      return inserted;
    });
    if (id === 'taken')
      log.error({ set: body.id, version: body.version }, 'rules changed: raise their version');
  }
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

/**
 * Of each set the version that holds on a day: the one that began last, and of those the newest.
 * When that one has ended nothing holds: the one before does not come back.
 */
export function inForce(rows: readonly PublishedRow[], date: string): PublishedRow[] {
  const latest = new Map<string, PublishedRow>();
  for (const row of rows) {
    if (row.body.effective_from > date) continue;
    const other = latest.get(row.body.id);
    if (!other || begins(row.body) > begins(other.body)) latest.set(row.body.id, row);
  }
  return [...latest.values()].filter(({ body: { effective_to: to } }) => to === null || date <= to);
}

const begins = ({ effective_from, version }: RuleSet): string =>
  `${effective_from} ${String(version).padStart(9, '0')}`;

/**
 * The set for a country, kind, regime and day. A regime that was asked for must be there or not
 * matter; otherwise private persons are assumed. A country's own set goes before its bloc's.
 */
export function chooseRuleSet(
  rows: readonly PublishedRow[],
  choice: Choice,
): PublishedRow | undefined {
  const known = chosen.get(rows) ?? new Map<string, PublishedRow>();
  chosen.set(rows, known);
  const key = JSON.stringify(choice);
  const found = known.get(key) ?? choose(rows, choice);
  if (found && known.size < choicesMax) known.set(key, found);
  return found;
}

/** The same few choices are made again and again until other sets are published. */
const chosen = new WeakMap<readonly PublishedRow[], Map<string, PublishedRow>>();
const choicesMax = 10_000;

function choose(
  rows: readonly PublishedRow[],
  { kind, country, regime, date }: Choice,
): PublishedRow | undefined {
  const wanted = regime ? [regime, 'any'] : ['individual', 'any', 'legal_entity'];
  const fitting = rows.filter(
    ({ body }) =>
      body.kind === kind && wanted.includes(body.regime) && countriesOf(body).includes(country),
  );
  const rank = ({ body }: PublishedRow) =>
    wanted.indexOf(body.regime) * 2 + (body.jurisdiction === country ? 0 : 1);
  return inForce(fitting, date).sort((one, other) => rank(one) - rank(other))[0];
}
