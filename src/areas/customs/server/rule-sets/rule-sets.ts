// The published rule sets. Those of the repository are published into the database the first time
// they are needed; from then on the database decides, for every process.
import { runDetached } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { secondMs } from '#lib/durations.ts';
import { digestRules, readRuleFiles } from './rule-files.ts';
import {
  findRuleSets,
  insertDeployed,
  listPublishedIds,
  type PublishedRuleSet,
  supersedeOlder,
} from './rule-set-store.ts';

export type RuleSets = {
  /** The published sets, at most half a minute old. */
  all(): Promise<readonly PublishedRuleSet[]>;
  /** Any version that a calculation used. */
  byId(id: number): Promise<PublishedRuleSet | undefined>;
  /** After a publication in this process. */
  clear(): void;
};

type Deps = Pick<Kernel, 'work' | 'clock' | 'log'>;

const freshMs = 30 * secondMs;

export function createRuleSets({ work, clock, log }: Deps): RuleSets {
  // A published version never changes: only which ones are published is read again.
  const loaded = new Map<number, PublishedRuleSet>();
  let published: Promise<void> | undefined;
  let cached: { at: number; rows: Promise<readonly PublishedRuleSet[]> } | undefined;
  const load = async (ids: readonly number[]) => {
    const missing = ids.filter((id) => !loaded.has(id));
    if (missing.length === 0) return;
    for (const row of await work.read((db) => findRuleSets(db, missing))) loaded.set(row.id, row);
  };
  const read = async () => {
    published ??= publishRuleFiles({ work, clock, log });
    await published;
    const ids = await work.read(listPublishedIds);
    await load(ids);
    return ids.map((id) => loaded.get(id)!);
  };
  return {
    all() {
      const now = clock.now().getTime();
      if (cached && now - cached.at < freshMs) return cached.rows;
      const rows = runDetached(read);
      cached = { at: now, rows };
      rows.catch(() => {
        cached = undefined;
        published = undefined;
      });
      return rows;
    },
    async byId(id) {
      await load([id]);
      return loaded.get(id);
    },
    clear() {
      cached = undefined;
    },
  };
}

/** A version that exists already is not replaced: staff may have published it first. */
async function publishRuleFiles({ work, clock, log }: Deps): Promise<void> {
  for (const body of readRuleFiles()) {
    const deployed = { body, digest: digestRules(body), now: clock.now() };
    const id = await work.write(async (tx) => {
      const inserted = await insertDeployed(tx, deployed);
      if (typeof inserted === 'number') await supersedeOlder(tx, inserted, body);
      return inserted;
    });
    if (id === 'taken')
      log.error({ set: body.id, version: body.version }, 'rules changed: raise their version');
  }
}
