// The product backs itself up once a day, and mails admins when a day is missed.
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { HostKernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { hourMs } from '#lib/durations.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import { findLastRun, findLastWholeRun } from './backup-run-store.ts';
import { readAge } from './folders.ts';
import { makeBackup, NotWholeError } from './make-backup.ts';
import { findPassphrase } from './options.ts';
import { createPhases } from './phases.ts';
import { openPlace } from './places.ts';

const hoursUntilMissed = 4;
const daySeconds = 86_400;
const retryDelaySeconds = 600;

/** Call it before jobs start, and only in the process of the live environment. */
export function backupJobs(kernel: HostKernel): void {
  const { jobs, config } = kernel;
  if (!config.BACKUP_TO) return;
  const [hour = 0, minute = 0] = config.BACKUP_AT.split(':').map(Number);
  jobs.define(
    'backups.make',
    { concurrency: 1, retriesMax: 2, retryDelaySeconds, expireInSeconds: daySeconds },
    () => makeScheduled(kernel),
  );
  jobs.schedule('backups.make', `${minute} ${hour} * * *`);
  jobs.define('backups.watch', {}, () => mailIfMissed(kernel));
  jobs.schedule('backups.watch', `${minute} ${(hour + hoursUntilMissed) % 24} * * *`);
}

export async function makeScheduled({
  config,
  database,
  storage,
  log,
}: Pick<HostKernel, 'config' | 'database' | 'storage' | 'log'>): Promise<void> {
  const place = openPlace(config.BACKUP_TO!, config.DATA_DIR);
  const passphrase = findPassphrase(undefined, config.BACKUP_PASSPHRASE);
  const retentionMs = readAge(config.BACKUP_KEEP);
  const phases = createPhases({
    line: (text) => log.info(`backup: ${text.replace(/ +/g, ' ')}`),
    warning: (text) => log.warn(`backup: ${text}`),
  });
  const source = { config, database, storage };
  await makeBackup(source, { place, passphrase, retentionMs }, phases).catch((error: Error) => {
    if (!(error instanceof NotWholeError)) throw error;
    log.error({ reason: error.message }, 'the backup is not whole');
  });
}

/** One mail a day, as long as there is no whole backup of that day. */
export async function mailIfMissed(kernel: HostKernel): Promise<void> {
  const { work, clock, config } = kernel;
  const whole = await work.read(findLastWholeRun);
  const since = new Date(clock.now().getTime() - (hoursUntilMissed + 1) * hourMs);
  if (whole && whole.started_at > since) return;
  const last = await work.read(findLastRun);
  const subject = 'No backup was made today';
  const lines = [
    whole
      ? `The last whole backup is of ${formatUtcDateTime(whole.started_at)}.`
      : 'There is no whole backup yet.',
    last?.error
      ? `The last attempt failed: ${last.error}`
      : 'No attempt has ended: the process may have been stopped meanwhile, or the backup still runs.',
    'docs/runbooks/backup-missing.md says what to do.',
  ];
  const body = [
    ...lines.map(paragraph),
    linkButton('Open the system', `${config.SITE_URL}/admin/system`),
  ];
  const mail = renderMail({ siteName: site.name, preview: lines[0]!, heading: subject, body });
  await work.write((tx) =>
    mailStaff(kernel, tx, 'admin', { kind: 'staff.backup', subject, ...mail }),
  );
}
