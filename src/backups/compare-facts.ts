// Whether a restored database is what was backed up.
import type { Database } from '#kernel/database/open-database.ts';
import { hasSeal } from './database-facts.ts';
import type { Facts, Manifest } from './manifest.ts';
import type { Phases } from './phases.ts';
import { BackupError } from './problem.ts';

/**
 * A dump must be equal in every number. A physical copy includes what was written after its rows
 * were counted, and with a replay much more: there every table, migration and seal of the ledger
 * must exist, and differences in the number of rows are only mentioned when nothing was replayed.
 */
export async function compareFacts(
  database: Pick<Database, 'work'>,
  { manifest, facts: after, hasReplay }: { manifest: Manifest; facts: Facts; hasReplay: boolean },
  phases: Phases,
): Promise<void> {
  const before = manifest.facts;
  const differences = listDifferences(before, after);
  if (manifest.database.kind === 'dump') assertNone([...differences, ...listLedger(before, after)]);
  else {
    assertNone(listMissing(before, after));
    const { sealed, head } = before.ledger;
    if (!(await database.work.read((db) => hasSeal(db, sealed, head))))
      throw new BackupError(`The ledger lacks the seal ${sealed} of the backup.`);
    if (differences.length > 0 && !hasReplay)
      phases.warn(`Written while the backup ran: ${differences.join(' ')}`);
  }
}

function assertNone(problems: string[]): void {
  if (problems.length > 0)
    throw new BackupError(`The copy is not what was backed up: ${problems.join(' ')}`);
}

function listDifferences({ rows: before }: Facts, { rows: after }: Facts): string[] {
  const tables = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return tables
    .filter((table) => before[table] !== after[table])
    .map(
      (table) => `${table} has ${after[table] ?? 'no'} rows instead of ${before[table] ?? 'none'}.`,
    );
}

function listMissing(before: Facts, after: Facts): string[] {
  const applied = new Set(after.migrations.map(({ name }) => name));
  return [
    ...Object.keys(before.rows).filter((table) => !(table in after.rows)),
    ...before.migrations.map(({ name }) => name).filter((name) => !applied.has(name)),
  ].map((name) => `${name} is missing.`);
}

function listLedger({ ledger: before }: Facts, { ledger: after }: Facts): string[] {
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return isSame ? [] : ['The totals or seals of the ledger differ.'];
}
