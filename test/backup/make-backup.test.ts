// A backup from its beginning to its record, with what makes it less than whole.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertAccount } from '#areas/accounts/server/index.ts';
import { useDatabase } from '#test/database.ts';
import { startS3 } from '#test/fakes/providers/s3/start-s3.ts';
import { findLastRun } from '../../src/backups/backup-run-store.ts';
import { downloadBackup, listBucket, openBucket, uploadBackup } from '../../src/backups/bucket.ts';
import { createBackup } from '../../src/backups/create-backup.ts';
import { serverMajor } from '../../src/backups/database-facts.ts';
import { type BackupTask, makeBackup } from '../../src/backups/make-backup.ts';
import { listNamedFiles } from '../../src/backups/named-files.ts';
import { openPlace } from '../../src/backups/places.ts';
import { findTool } from '../../src/backups/postgres-tools.ts';
import { toDatabase } from '../../src/backups/rehearse.ts';
import { verifyBackup } from '../../src/backups/verify-backup.ts';
import { fillSource, newTarget, quietPhases } from './source.ts';

const original = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'weftline-whole-'));
const picture = 'avatars/1.webp';
let source: Awaited<ReturnType<typeof fillSource>>;
let hasTool = false;

beforeAll(async () => {
  const DATABASE_URL = original.connection.connectionString ?? '';
  source = await fillSource(original, { DATA_DIR: dataDir, DATABASE_URL });
  hasTool = (await findTool('pg_dump', await original.work.read(serverMajor))) !== undefined;
  await original.transaction((tx) =>
    insertAccount(tx, { email: 'ada@example.com', avatar_key: picture, date_joined: new Date() }),
  );
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeEach(() => source.storage.put(picture, Buffer.from('Ada'), { contentType: 'image/webp' }));

async function make(task: Partial<BackupTask> = {}) {
  const place = openPlace(newTarget(), dataDir);
  const { phases, warnings } = quietPhases();
  const maker = { ...source, database: original };
  const error = await makeBackup(maker, { place, ...task }, phases).then(
    () => null,
    ({ message }: Error) => message,
  );
  const run = await original.work.read(findLastRun);
  return { place: task.place ?? place, error, run, warnings };
}

test('the database names the files of its rows', async () => {
  expect(await original.work.read(listNamedFiles)).toEqual([picture]);
});

test('every column that holds the key of a file is in the list of named files', async () => {
  const rows = await original.pool.query(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(storage|avatar|file|picture)_key$' order by 1`);
  // What is added here is also added to src/backups/named-files.ts.
  expect(rows.rows.map(({ name }: { name: string }) => name)).toEqual([
    'account.avatar_key',
    'inbound_mail.storage_key',
    'lead_file.storage_key',
    'ticket_attachment.storage_key',
  ]);
});

test.each([
  ['postgres://u:p@a/weftline', 'postgres://u:p@a/x'],
  ['postgres://u:p@a:1,b:2/weftline?sslmode=require', 'postgres://u:p@a:1,b:2/x?sslmode=require'],
  ['postgresql://a', 'postgresql://a/x'],
])('%s leads to another database as %s', (connectionString, expected) => {
  expect(toDatabase({ connectionString }, 'x')).toEqual({ connectionString: expected });
});

describe('with a pg_dump for the server', () => {
  beforeEach(({ skip }) => {
    if (!hasTool) skip('no pg_dump for this server');
  });

  test('a whole backup is restored in rehearsal and recorded, and leaves no database behind', async () => {
    const { error, run, place, warnings } = await make();
    expect([error, warnings]).toEqual([null, []]);
    expect(run).toMatchObject({ error: null, place: place.name, file_count: 2 });
    expect(Number(run!.size_bytes)).toBeGreaterThan(1000);
    expect(run!.rehearsal_ms).toBeGreaterThan(0);
    expect(readdirSync(place.folder)).toEqual([run!.name]);
    const { rows } = await original.pool.query(
      `select 1 from pg_database where datname = current_database() || '_rehearsal'`,
    );
    expect(rows).toEqual([]);
  });

  test('a file that the database names and the storage lacks makes it incomplete', async () => {
    await source.storage.remove(picture);
    const { error, run, place } = await make();
    expect(error).toContain(`lacks 1 file that the database names (${picture})`);
    expect(run).toMatchObject({ error, rehearsal_ms: null });
    const folder = path.join(place.folder, run!.name!);
    await expect(verifyBackup(folder, undefined, quietPhases().phases)).rejects.toThrow(
      'undamaged, but not whole',
    );
  });

  test('the storage of another DATA_DIR makes it incomplete', async () => {
    const other = await fillSource(original, { DATA_DIR: newTarget() });
    const { phases } = quietPhases();
    const task = { place: openPlace(newTarget(), dataDir) };
    const maker = { ...source, storage: other.storage, database: original };
    await expect(makeBackup(maker, task, phases)).rejects.toThrow('Is DATA_DIR or STORAGE_URL');
  });

  test('a file that was deleted with its row while the backup ran is no fault', async () => {
    const list = source.storage.list;
    const storage = {
      ...source.storage,
      async *list() {
        await source.storage.remove(picture);
        await original.pool.query('update account set avatar_key = null');
        yield* list();
      },
    };
    const { phases } = quietPhases();
    const task = { place: openPlace(newTarget(), dataDir) };
    await makeBackup({ ...source, storage, database: original }, task, phases);
    await original.pool.query('update account set avatar_key = $1', [picture]);
  });

  test('only one is made at a time', async () => {
    const results = await Promise.all([make(), make()]);
    expect(results.map(({ error }) => error).toSorted()).toEqual([
      'Another backup is being made.',
      null,
    ]);
  });

  test('one that fails is recorded without a name', async () => {
    const place = openPlace(path.join(dataDir, 'app-secret', 'backups'), dataDir);
    const { error, run } = await make({ place });
    expect(error).toContain('ENOTDIR');
    expect(run).toMatchObject({ name: null, error, place: place.name });
  });

  test('a bucket gets it, whole, and gives it back', async () => {
    const s3 = await startS3({ bucket: 'backups' });
    const url = s3.settings.STORAGE_URL!;
    const { error, run, place } = await make({ place: openPlace(url, dataDir) });
    expect([error, run!.place, readdirSync(place.folder)]).toEqual([null, 's3://backups', []]);
    const bucket = openBucket(url);
    expect(await listBucket(bucket)).toMatchObject([{ name: run!.name, isDraft: false }]);
    const folder = await downloadBackup(bucket, run!.name!, newTarget());
    await verifyBackup(folder, undefined, quietPhases().phases);
    await place.remove(run!.name!);
    expect(await place.list()).toEqual([]);
  });

  test('a long file goes to the bucket in pieces', async () => {
    const s3 = await startS3({ bucket: 'backups' });
    const bucket = openBucket(s3.settings.STORAGE_URL!);
    const { folder } = await createBackup(source, { to: newTarget() }, quietPhases().phases);
    await uploadBackup(bucket, folder, 100_000);
    const fetched = await downloadBackup(bucket, path.basename(folder), newTarget());
    await verifyBackup(fetched, undefined, quietPhases().phases);
    expect(readdirSync(fetched).sort()).toEqual(readdirSync(folder).sort());
  });
});
