// npm run backup -- [options] | verify FOLDER
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '#kernel/config.ts';
import { openDatabase } from '#kernel/database/open-database.ts';
import { createLogger } from '#kernel/observability/logging.ts';
import { createStorage } from '#kernel/storage/storage.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { readAppConfig } from '../src/app-config.ts';
import { deleteOldLog, recordPlace } from './backup/archived-log.ts';
import { type BackupOptions, createBackup } from './backup/create-backup.ts';
import { deleteOldBackups, readAge } from './backup/folders.ts';
import { findPassphrase, reportFailure } from './backup/options.ts';
import { createPhases, type Phases } from './backup/phases.ts';
import { UsageError } from './backup/problem.ts';
import { verifyBackup } from './backup/verify-backup.ts';

const usage = `Usage: npm run backup -- [options]
       npm run backup -- verify FOLDER [--key-file FILE]
  --to FOLDER       where the backup gets a folder of its own (backups, beside DATA_DIR)
  --key-file FILE   encrypt with the passphrase in a file, instead of BACKUP_PASSPHRASE
  --encrypt         fail without a passphrase
  --physical        the files of the embedded PostgreSQL, for a restore to a point in time
  --without-files   only the database and the secret
  --keep AGE        then delete backups of this kind that are older: 36h, 7d, 4w
  --quiet           print only warnings and errors`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      encrypt: { type: 'boolean', default: false },
      'key-file': { type: 'string' },
      physical: { type: 'boolean', default: false },
      'without-files': { type: 'boolean', default: false },
      keep: { type: 'string' },
      quiet: { type: 'boolean', default: false },
    },
  });
  const phases = createPhases({
    line: (text) => values.quiet || console.log(text),
    warning: (text) => console.error(text),
  });
  const keyFile = values['key-file'];
  const passphrase = findPassphrase(keyFile, process.env.BACKUP_PASSPHRASE);
  const [command, folder = '', ...rest] = positionals;
  if (command === 'verify' && folder && rest.length === 0) {
    const { databaseAt } = await verifyBackup(folder, passphrase, phases);
    phases.print(`The backup of ${formatUtcDateTime(databaseAt)} is complete and undamaged.`);
  } else if (command === undefined) {
    if (values.encrypt && !passphrase)
      throw new UsageError('--encrypt needs BACKUP_PASSPHRASE, or use --key-file FILE.');
    if (values.keep !== undefined && values['without-files'])
      throw new UsageError('--keep with --without-files would delete the backups that have files.');
    const config = readAppConfig(process.env);
    const to = path.resolve(values.to ?? path.join(path.dirname(config.DATA_DIR), 'backups'));
    const options = {
      to,
      passphrase,
      isPhysical: values.physical,
      hasFiles: !values['without-files'],
    };
    await backUp(config, options, values.keep, phases);
  } else throw new UsageError(`"${positionals.join(' ')}" is no command.`);
} catch (error) {
  reportFailure(error, usage);
}

async function backUp(
  config: Config,
  options: BackupOptions,
  keep: string | undefined,
  phases: Phases,
): Promise<void> {
  const ageMs = keep === undefined ? undefined : readAge(keep);
  const database = await openDatabase(config, createLogger({ ...config, LOG_LEVEL: 'warn' }));
  try {
    const source = { config, database, storage: createStorage(config) };
    const { folder, kind } = await createBackup(source, options, phases);
    phases.print(`Saved in ${folder}${options.passphrase ? ', encrypted' : ''}.`);
    const walFolder = kind === 'physical' ? config.BACKUP_WAL_DIR : undefined;
    if (walFolder) recordPlace(walFolder, options.to);
    if (ageMs === undefined) return;
    const deleted = deleteOldBackups(options.to, kind, ageMs, new Date());
    for (const one of deleted) phases.print(`Deleted ${one}.`);
    if (!walFolder) return;
    const log = deleteOldLog(walFolder);
    if (log.deleted > 0) phases.print(`Deleted ${log.deleted} files of the archived log.`);
    for (const { place, note } of log.unseen)
      phases.warn(
        `${place} has no physical backup, or its disk is away: log for it is kept. If you deleted ` +
          `the backups there, delete ${note} too.`,
      );
  } finally {
    await database.close();
  }
}
