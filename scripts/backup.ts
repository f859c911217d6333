// npm run backup -- [options] | verify FOLDER | list | fetch NAME FOLDER
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#kernel/config.ts';
import { isMigrated } from '#kernel/database/migrate.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { readAppConfig } from '../src/app-config.ts';
import { downloadBackup, openBucket } from '../src/backups/bucket.ts';
import { readAge } from '../src/backups/folders.ts';
import { type BackupTask, makeBackup } from '../src/backups/make-backup.ts';
import { findPassphrase, reportFailure } from '../src/backups/options.ts';
import { createPhases, type Phases } from '../src/backups/phases.ts';
import { isBucketUrl, openPlace } from '../src/backups/places.ts';
import { BackupError, UsageError } from '../src/backups/problem.ts';
import { verifyBackup } from '../src/backups/verify-backup.ts';

const usage = `Usage: npm run backup -- [options]
       npm run backup -- verify FOLDER [--key-file FILE]
       npm run backup -- list [--to PLACE]
       npm run backup -- fetch NAME FOLDER [--to BUCKET]
  --to PLACE           a folder, or s3://KEY:SECRET@bucket (BACKUP_TO, or backups beside DATA_DIR)
  --key-file FILE      encrypt with the passphrase in a file, instead of BACKUP_PASSPHRASE
  --encrypt            fail without a passphrase
  --physical           the files of the embedded PostgreSQL, for a restore to a point in time
  --without-files      only the database and the secret
  --without-rehearsal  do not restore it on trial
  --keep AGE           then delete backups of this kind that are older: 36h, 7d, 4w
  --quiet              print only warnings and errors`;

const { values, positionals } = readArguments();
const phases = createPhases({
  line: (text) => values.quiet || console.log(text),
  warning: (text) => console.error(text),
});

try {
  const [command, first = '', second = '', ...rest] = positionals;
  if (command === undefined) await backUp();
  else if (command === 'verify' && first && !second) await verify(first);
  else if (command === 'list' && !first) await list();
  else if (command === 'fetch' && second && rest.length === 0) await fetchBackup(first, second);
  else throw new UsageError(`"${positionals.join(' ')}" is no command.`);
} catch (error) {
  reportFailure(error, usage);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        encrypt: { type: 'boolean', default: false },
        'key-file': { type: 'string' },
        physical: { type: 'boolean', default: false },
        'without-files': { type: 'boolean', default: false },
        'without-rehearsal': { type: 'boolean', default: false },
        keep: { type: 'string' },
        quiet: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    reportFailure(error, usage);
    process.exit();
  }
}

/** The place of --to, of BACKUP_TO, or beside DATA_DIR. */
function readPlace({ BACKUP_TO, DATA_DIR }: Config): string {
  return values.to ?? BACKUP_TO ?? path.join(path.dirname(DATA_DIR), 'backups');
}

async function verify(folder: string): Promise<void> {
  const passphrase = findPassphrase(values['key-file'], process.env.BACKUP_PASSPHRASE);
  const { databaseAt } = await verifyBackup(folder, passphrase, phases);
  phases.print(`The backup of ${formatUtcDateTime(databaseAt)} is complete and undamaged.`);
}

async function list(): Promise<void> {
  const config = readAppConfig(process.env);
  const found = await openPlace(readPlace(config), config.DATA_DIR).list();
  for (const { name, isDraft } of found) console.log(isDraft ? `${name} (incomplete)` : name);
}

async function fetchBackup(name: string, folder: string): Promise<void> {
  const place = readPlace(readAppConfig(process.env));
  if (!isBucketUrl(place)) throw new BackupError(`${place} is no bucket: use the folder itself.`);
  const fetched = await downloadBackup(openBucket(place), name, path.resolve(folder));
  phases.print(`Fetched into ${fetched}. Restore it with: npm run restore -- ${fetched}`);
}

async function backUp(): Promise<void> {
  const keyFile = values['key-file'];
  if (values.encrypt && !keyFile && !process.env.BACKUP_PASSPHRASE)
    throw new UsageError('--encrypt needs BACKUP_PASSPHRASE, or use --key-file FILE.');
  if (values.keep !== undefined && values['without-files'])
    throw new UsageError('--keep with --without-files would delete the backups that have files.');
  const retentionMs = values.keep === undefined ? undefined : readAge(values.keep);
  const config = readAppConfig(process.env);
  await backUpDatabase(
    config,
    {
      place: openPlace(readPlace(config), config.DATA_DIR),
      passphrase: findPassphrase(keyFile, config.BACKUP_PASSPHRASE),
      isPhysical: values.physical,
      hasFiles: !values['without-files'],
      hasRehearsal: !values['without-rehearsal'],
      retentionMs,
    },
    phases,
  );
}

async function backUpDatabase(config: Config, task: BackupTask, phases: Phases): Promise<void> {
  const database = await openDatabase(config, createLogger({ ...config, LOG_LEVEL: 'warn' }));
  try {
    if (!(await isMigrated(database.pool)))
      throw new BackupError(
        'The database lacks migrations: start the server, or run npm run migrate.',
      );
    await makeBackup({ config, database, storage: createStorage(config) }, task, phases);
  } finally {
    await database.close();
  }
}
