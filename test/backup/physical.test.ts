// The embedded server with a real archive of its log: a backup while others write, and restores.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '#kernel/database/migrate.ts';
import { type Database, openDatabase } from '#kernel/database/open-database.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { dayMs } from '#lib/durations.ts';
import { createDataDir } from '#test/processes/app-process.ts';
import { readAppConfig } from '../../src/app-config.ts';
import { createBackup } from '../../src/backups/create-backup.ts';
import { openPassphrase } from '../../src/backups/encryption.ts';
import { readManifest } from '../../src/backups/manifest.ts';
import { rehearseRestore } from '../../src/backups/rehearse.ts';
import { type RestoreOptions, restoreBackup } from '../../src/backups/restore-backup.ts';
import { verifyBackup } from '../../src/backups/verify-backup.ts';
import { fileKey, fillSource, newTarget, quietPhases } from './source.ts';

const limitMs = 60_000;
const log = pino({ level: 'silent' });
const serverSettings = { fsync: 'off' };
const root = createDataDir();
const dataDir = path.join(root, 'data');
const walFolder = path.join(root, 'wal');
const passphrase = openPassphrase(Buffer.from('a long enough passphrase'));
let original: Database;
let backup: string;

beforeAll(async () => {
  const config = { DATA_DIR: dataDir, PG_NAMED_STATEMENTS: true, BACKUP_WAL_DIR: walFolder };
  original = await openDatabase(config, log, { serverSettings });
  await migrateDatabase(original);
  await original.pool.query('create table note (number int generated always as identity)');
  const source = await fillSource(original, { DATA_DIR: dataDir, BACKUP_WAL_DIR: walFolder });
  const options = { to: path.join(root, 'backups'), passphrase, isPhysical: true };
  const writing = writeUntilStopped();
  backup = (await createBackup(source, options, quietPhases().phases)).folder;
  await writing.stop();
}, limitMs);

afterAll(async () => {
  await original?.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

function writeUntilStopped() {
  let isStopped = false;
  const write = async () => {
    while (!isStopped) await addNote();
  };
  const writing = write();
  return {
    stop: () => {
      isStopped = true;
      return writing;
    },
  };
}

async function addNote(): Promise<number> {
  const { rows } = await original.pool.query('insert into note default values returning number');
  return (rows[0] as { number: number }).number;
}

/** Restores the backup, and opens the copy until the test ends. */
async function restore(options: Partial<RestoreOptions>) {
  const DATA_DIR = newTarget();
  const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR };
  const { phases, lines, warnings } = quietPhases();
  await restoreBackup(env, { folder: backup, passphrase, serverSettings, ...options }, phases);
  const copy = await openDatabase({ DATA_DIR, PG_NAMED_STATEMENTS: true }, log, { serverSettings });
  onTestFinished(() => copy.close());
  const { rows } = await copy.pool.query('select number from note order by number');
  const notes = (rows as { number: number }[]).map(({ number }) => number);
  return { copy, DATA_DIR, notes, lines, warnings };
}

async function readPostings({ pool }: Database): Promise<unknown> {
  return (await pool.query('select * from posting order by journal_id, line')).rows;
}

test(
  'a copy made while others write is complete, and holds its mails',
  async () => {
    const { copy, DATA_DIR, notes, lines } = await restore({});
    const { facts } = await readManifest(backup, passphrase);
    // One sequence wrote them: without a gap, and at least what was there when the copy began.
    expect(notes).toEqual(notes.map((_, at) => at + 1));
    expect(notes.length).toBeGreaterThanOrEqual(facts.rows['public.note'] ?? 0);
    const postings = await readPostings(copy);
    expect(postings).toHaveLength(2);
    expect(postings).toEqual(await readPostings(original));
    const storage = createStorage({ DATA_DIR, STORAGE_URL: undefined });
    expect(String(await storage.readBytes(fileKey))).toBe('a photo');
    expect(readFileSync(path.join(DATA_DIR, 'app-secret'), 'utf8')).toBe(
      readFileSync(path.join(dataDir, 'app-secret'), 'utf8'),
    );
    const { rows } = await copy.pool.query('select reason from mail_hold');
    expect(rows).toEqual([{ reason: expect.stringMatching(/^Restored from the backup of /) }]);
    expect(lines.map((line) => line.split('  ')[0])).toEqual(
      expect.arrayContaining(['hashes', 'database', 'log', 'rows', 'files', 'ledger']),
    );
  },
  limitMs,
);

test(
  'a restore is rehearsed in a second server, which leaves nothing behind',
  async () => {
    const source = {
      config: readAppConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir }),
      database: original,
      storage: createStorage({ DATA_DIR: dataDir, STORAGE_URL: undefined }),
    };
    const { phases, lines } = quietPhases();
    await rehearseRestore(source, { folder: backup, passphrase, serverSettings }, phases);
    expect(lines.map((line) => line.split('  ')[0])).toEqual([
      'hashes',
      'rehearsed rows',
      'rehearsed ledger',
      'rehearsed files',
    ]);
    expect(readdirSync(dataDir)).not.toContain('rehearsal');
  },
  limitMs,
);

test(
  'a restore to a point in time has the earlier write and not the later one',
  async () => {
    const earlier = await addNote();
    const until = await passTime();
    const later = await addNote();
    await archiveEverything();
    const { notes } = await restore({ until, walFolder });
    expect(notes).toContain(earlier);
    expect(notes).not.toContain(later);
    const tomorrow = new Date(Date.now() + dayMs);
    await expect(restore({ until: tomorrow, walFolder })).rejects.toThrow('no change after that');
    const { notes: newest } = await restore({ until: 'latest', walFolder });
    expect(newest).toContain(later);
  },
  2 * limitMs,
);

/** A millisecond that is over, with everything before it committed earlier. */
async function passTime(): Promise<Date> {
  const now = async () => {
    const { rows } = await original.pool.query('select clock_timestamp() as now');
    return (rows[0] as { now: Date }).now;
  };
  const until = new Date((await now()).getTime() + 1);
  await expect.poll(now, { interval: 1 }).toSatisfy((at) => (at as Date) > until);
  return until;
}

async function archiveEverything(): Promise<void> {
  const { rows } = await original.pool.query('select pg_walfile_name(pg_switch_wal()) as name');
  const { name } = rows[0] as { name: string };
  await expect.poll(() => readdirSync(walFolder)).toContain(`${name}.gz`);
}

describe('a restore is refused', () => {
  const refuse = (options: Partial<RestoreOptions>, DATA_DIR = newTarget()) =>
    expect(
      restoreBackup(
        { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR },
        { folder: backup, passphrase, ...options },
        quietPhases().phases,
      ),
    ).rejects;

  function changedCopy(change: (folder: string) => void): string {
    const folder = newTarget();
    cpSync(backup, folder, { recursive: true });
    change(folder);
    return folder;
  }

  test('without the passphrase, or with another', async () => {
    await refuse({ passphrase: undefined }).toThrow('This backup is encrypted');
    const other = openPassphrase(Buffer.from('another long passphrase'));
    await refuse({ passphrase: other }).toThrow('the passphrase is wrong');
  });

  test('with a file that is not encrypted, although there is a passphrase', async () => {
    const folder = changedCopy((copy) => {
      const [plain, text] = ['manifest.json', '{}'];
      writeFileSync(path.join(copy, plain), text);
      rmSync(path.join(copy, `${plain}.enc`));
      const sum = createHash('sha256').update(text).digest('hex');
      const sums = readFileSync(path.join(copy, 'SHA256SUMS'), 'utf8');
      const others = sums.split('\n').filter((line) => !line.includes(plain));
      writeFileSync(path.join(copy, 'SHA256SUMS'), [`${sum}  ${plain}`, ...others].join('\n'));
    });
    await refuse({ folder }).toThrow('manifest.json is not encrypted, but a passphrase is set');
    const verified = verifyBackup(folder, passphrase, quietPhases().phases);
    await expect(verified).rejects.toThrow('manifest.json is not encrypted');
  });

  test('when a byte of any file changed', async () => {
    const files = readdirSync(backup).filter((name) => name !== 'SHA256SUMS');
    expect(files).toHaveLength(5);
    for (const name of files) {
      const folder = changedCopy((copy) => {
        const bytes = readFileSync(path.join(copy, name));
        bytes[bytes.length - 20]! ^= 1;
        writeFileSync(path.join(copy, name), bytes);
      });
      await refuse({ folder }).toThrow(`${name} is damaged`);
      const verified = verifyBackup(folder, passphrase, quietPhases().phases);
      await expect(verified).rejects.toThrow(`${name} is damaged`);
    }
  });

  test('when a file is missing, or the folder is no complete backup', async () => {
    const folder = changedCopy((copy) => rmSync(path.join(copy, 'files.tar.enc')));
    await refuse({ folder }).toThrow('files.tar.enc is missing');
    await refuse({ folder: dataDir }).toThrow('is not a complete backup');
  });

  test('into a folder that is not empty', async () => {
    const target = newTarget();
    mkdirSync(path.join(target, 'files'), { recursive: true });
    await refuse({}, target).toThrow('is not empty (files)');
  });

  test('to a time before the backup, or without an archive', async () => {
    await refuse({ until: new Date('2026-01-01T00:00:00Z'), walFolder }).toThrow(
      'The backup is newer',
    );
    await refuse({ until: 'latest' }).toThrow('BACKUP_WAL_DIR');
  });
});

test(
  'the command encrypts with BACKUP_PASSPHRASE, and notes its place in the archive',
  async () => {
    const to = path.join(newTarget(), 'backups');
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, BACKUP_WAL_DIR: walFolder };
    const args = [path.resolve('scripts/backup.ts'), '--physical', '--without-files', '--to', to];
    await promisify(execFile)(process.execPath, args, {
      env: { ...env, BACKUP_PASSPHRASE: 'a long enough passphrase' },
    });
    const [folder = ''] = readdirSync(to);
    const names = readdirSync(path.join(to, folder));
    const plain = names.filter((name) => !name.endsWith('.enc'));
    expect([plain, names.length]).toEqual([['SHA256SUMS'], 4]);
    const notes = readdirSync(walFolder).filter((name) => name.startsWith('place-'));
    expect(notes).toHaveLength(1);
  },
  limitMs,
);

test('a backup is verified without restoring it', async () => {
  const { phases, lines } = quietPhases();
  await verifyBackup(backup, passphrase, phases);
  expect(lines.map((line) => line.split('  ')[0])).toEqual(['hashes', 'database', 'files']);
});
