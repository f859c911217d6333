// What staff and alerts see of backups.
import type { Kernel } from '#kernel/kernel.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { hourMs, secondMs } from '#lib/durations.ts';
import { formatBytes, formatCount, formatWait } from '#lib/format.ts';
import {
  type BackupRun,
  findLastRun,
  findLastWholeRun,
  readDatabaseStart,
} from './backup-run-store.ts';

/** A day, and the time that a backup takes. */
const ageMsMax = 26 * hourMs;

export function addBackupChecks({ checks, metrics, work, clock, config }: Kernel): void {
  const ageMs = (since: Date) => Math.max(0, clock.now().getTime() - since.getTime());
  checks.add({
    name: 'backups',
    title: 'Backups',
    read: async () =>
      judgeBackups({
        last: await work.read(findLastRun),
        whole: await work.read(findLastWholeRun),
        now: clock.now(),
        isScheduled: config.BACKUP_TO !== undefined,
        isProduction: config.isProduction,
      }),
  });
  metrics.addGauge({
    name: 'backup_age_seconds',
    help: 'Time since the last whole backup, or since the database was created.',
    read: async () => {
      const whole = await work.read(findLastWholeRun);
      return ageMs(whole?.started_at ?? (await work.read(readDatabaseStart))) / secondMs;
    },
  });
  metrics.addGauge({
    name: 'backup_size_bytes',
    help: 'Size of the last whole backup.',
    read: async () => Number((await work.read(findLastWholeRun))?.size_bytes ?? 0),
  });
  metrics.addGauge({
    name: 'backup_failed',
    help: '1 when the last backup failed, lacks files, or its restore did not succeed in rehearsal.',
    read: async () => ((await work.read(findLastRun))?.error ? 1 : 0),
  });
}

type Facts = {
  last: BackupRun | undefined;
  whole: BackupRun | undefined;
  now: Date;
  isScheduled: boolean;
  isProduction: boolean;
};

export function judgeBackups({ last, whole, now, isScheduled, isProduction }: Facts): PartHealth {
  if (last?.error)
    return { state: 'down', message: `The last one failed: ${toSentence(last.error)}` };
  if (!whole && !isScheduled)
    return {
      state: isProduction ? 'warning' : 'off',
      message: 'None is made: set BACKUP_TO to a folder on another disk, or to a bucket.',
    };
  if (!whole) return { state: 'off', message: 'The first one is not made yet.' };
  const ageMs = now.getTime() - whole.started_at.getTime();
  const about =
    `${formatWait(ageMs / secondMs)} ago, ${formatBytes(Number(whole.size_bytes))} with ` +
    `${formatCount(whole.file_count, 'file')}, in ${whole.place}`;
  if (ageMs > ageMsMax) return { state: 'down', message: `The last one is too old: ${about}.` };
  if (whole.rehearsal_ms === null)
    return { state: 'ok', message: `${about}; its restore was not rehearsed.` };
  const took = formatWait(Math.ceil(whole.rehearsal_ms / secondMs));
  return { state: 'ok', message: `${about}; restored in rehearsal in ${took}.` };
}

const toSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
