import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { BackupRun as BackupRunRow } from '#kernel/database/schema.d.ts';

export type BackupRun = Selectable<BackupRunRow>;

export async function insertRun(db: Db, run: Insertable<BackupRunRow>): Promise<void> {
  await db.insertInto('backup_run').values(run).execute();
}

const selectNewest = (db: Db) =>
  db.selectFrom('backup_run').selectAll().orderBy('ended_at', 'desc').limit(1);

export const findLastRun = (db: Db): Promise<BackupRun | undefined> =>
  selectNewest(db).executeTakeFirst();

export const findLastWholeRun = (db: Db): Promise<BackupRun | undefined> =>
  selectNewest(db).where('error', 'is', null).executeTakeFirst();

/** When the database was created: until the first backup, it has been without one since then. */
export async function readDatabaseStart(db: Db): Promise<Date> {
  const { at } = await db
    .selectFrom('schema_migration')
    .select(({ fn }) => fn.min('applied_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}
