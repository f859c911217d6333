// npm run restore -- FOLDER [options]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatUtcDateTime } from '#lib/format.ts';
import { findPassphrase, readUntil, reportFailure } from '../src/backups/options.ts';
import { createPhases } from '../src/backups/phases.ts';
import { UsageError } from '../src/backups/problem.ts';
import { restoreBackup } from '../src/backups/restore-backup.ts';

const usage = `Usage: npm run restore -- FOLDER [options]
  --into FOLDER     the target, instead of DATA_DIR; with DATABASE_URL, the database goes there
  --until TIME      replay the archived log to a time such as 2026-11-22T10:00:00Z, or: latest
  --wal FOLDER      the archived log, instead of BACKUP_WAL_DIR
  --key-file FILE   the passphrase, instead of BACKUP_PASSPHRASE
  --without-files   leave the storage as it is
The target must be empty.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      into: { type: 'string' },
      until: { type: 'string' },
      wal: { type: 'string' },
      'key-file': { type: 'string' },
      'without-files': { type: 'boolean', default: false },
    },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) throw new UsageError('One folder with a backup is needed.');
  const { into, until, wal } = values;
  const phases = createPhases({
    line: (text) => console.log(text),
    warning: (text) => console.error(text),
  });
  const archive = wal ?? process.env.BACKUP_WAL_DIR;
  const options = {
    folder: path.resolve(folder),
    passphrase: findPassphrase(values['key-file'], process.env.BACKUP_PASSPHRASE),
    until: until === undefined ? undefined : readUntil(until),
    walFolder: archive ? path.resolve(archive) : undefined,
    hasFiles: !values['without-files'],
  };
  // A copy that archived its log beside that of the original would lead later restores astray.
  const copy = into && { DATA_DIR: path.resolve(into), BACKUP_WAL_DIR: undefined };
  const env = { ...process.env, ...copy };
  const { DATA_DIR, databaseAt } = await restoreBackup(env, options, phases);
  const newest = until === undefined ? `as of ${formatUtcDateTime(databaseAt)}` : `until ${until}`;
  console.log(`Restored ${newest} into ${DATA_DIR}.
Mails are held. Release or discard them at /admin/system, or with \`npm run mail -- release\`.`);
} catch (error) {
  reportFailure(error, usage);
}
