// A backup from its beginning to its record: made, stored, restored in rehearsal, old ones deleted.
import path from 'node:path';
import type { Database } from '#kernel/database/open-database.ts';
import { createId } from '#kernel/ids.ts';
import { deleteOldLog, recordPlace } from './archived-log.ts';
import { insertRun } from './backup-run-store.ts';
import { type CreatedBackup, createBackup, type Source } from './create-backup.ts';
import type { Passphrase } from './encryption.ts';
import { selectOld } from './folders.ts';
import { formatLacking } from './named-files.ts';
import type { Phases } from './phases.ts';
import type { Place } from './places.ts';
import { BackupError } from './problem.ts';
import { rehearseRestore } from './rehearse.ts';

export type BackupTask = {
  place: Place;
  passphrase?: Passphrase | undefined;
  isPhysical?: boolean;
  hasFiles?: boolean;
  hasRehearsal?: boolean;
  /** Older backups of the same kind are deleted after one that is whole. */
  retentionMs?: number | undefined;
};

type RecordedSource = Source & { database: Pick<Database, 'write'> };

/** Saved, but not to be relied on. Another attempt would have the same result. */
export class NotWholeError extends BackupError {}

type BackupResult = { made?: CreatedBackup; rehearsalMs?: number };

/** Throws for a backup that is not whole, which stays where it is. Writes down what happened. */
export async function makeBackup(
  source: RecordedSource,
  task: BackupTask,
  phases: Phases,
): Promise<void> {
  const startedAt = new Date();
  const outcome: BackupResult = {};
  let error: string | null = null;
  try {
    await withLock(source.database, () => backUp(source, task, outcome, phases));
  } catch (failure) {
    error = (failure as Error).message;
    throw failure;
  } finally {
    const { made, rehearsalMs = null } = outcome;
    const endedAt = new Date();
    await insertRun(source.database.write, {
      id: createId(endedAt),
      started_at: startedAt,
      ended_at: endedAt,
      place: task.place.name,
      name: made ? path.basename(made.folder) : null,
      size_bytes: BigInt(made?.sizeBytes ?? 0),
      file_count: made?.manifest.files?.count ?? 0,
      rehearsal_ms: rehearsalMs,
      error,
    });
  }
}

async function backUp(
  source: Source,
  task: BackupTask,
  outcome: BackupResult,
  phases: Phases,
): Promise<void> {
  const { place, passphrase, isPhysical, hasFiles, hasRehearsal = true } = task;
  const options = { to: place.folder, passphrase, isPhysical, hasFiles };
  const made = await createBackup(source, options, phases);
  const { folder, manifest } = made;
  try {
    if (place.isBucket) await phases.run('copied to the bucket', () => place.store(folder));
    outcome.made = made;
    const name = path.basename(folder);
    phases.print(`Saved as ${name} in ${place.name}${passphrase ? ', encrypted' : ''}.`);
    const lacking = manifest.files?.lacking ?? [];
    if (lacking.length > 0)
      throw new NotWholeError(
        `The backup ${name} is not whole. ${formatLacking(lacking)} ${lackingHint}`,
      );
    if (hasRehearsal) {
      const startedMs = performance.now();
      await rehearseRestore(source, { folder, passphrase }, phases).catch((error: Error) => {
        throw new NotWholeError(`The backup ${name} was saved, but not restored: ${error.message}`);
      });
      outcome.rehearsalMs = Math.round(performance.now() - startedMs);
    }
  } finally {
    await place.tidy(folder);
  }
  await deleteOld(source, task, made, phases);
}

const lackingHint =
  'Is DATA_DIR or STORAGE_URL that of the product? Files that were lost can be put back from an ' +
  'earlier backup.';

async function deleteOld(
  { config }: Source,
  { place, retentionMs }: BackupTask,
  { kind }: CreatedBackup,
  phases: Phases,
): Promise<void> {
  const walFolder = kind === 'physical' && !place.isBucket ? config.BACKUP_WAL_DIR : undefined;
  if (walFolder) recordPlace(walFolder, place.folder);
  if (retentionMs === undefined) return;
  for (const { name } of selectOld(await place.list(), kind, {
    ageMs: retentionMs,
    now: new Date(),
  })) {
    await place.remove(name);
    phases.print(`Deleted ${name}.`);
  }
  if (!walFolder) return;
  const log = deleteOldLog(walFolder);
  if (log.deleted > 0) phases.print(`Deleted ${log.deleted} files of the archived log.`);
  for (const one of log.unseen)
    phases.warn(
      `${one.place} has no physical backup, or its disk is away: log for it is kept. If you ` +
        `deleted the backups there, delete ${one.note} too.`,
    );
}

/** Of all processes, one at a time: two rehearsals would replace each other's database. */
async function withLock(
  { directClient }: Source['database'],
  act: () => Promise<void>,
): Promise<void> {
  const client = await directClient();
  try {
    const { rows } = await client.query<{ isFree: boolean }>(
      `select pg_try_advisory_lock(hashtext('backups'), 0) as "isFree"`,
    );
    if (!rows[0]?.isFree) throw new BackupError('Another backup is being made.');
    await act();
  } finally {
    await client.end();
  }
}
