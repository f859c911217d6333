// The checks of what every installation has: database, mail, file storage and disk. Those of its
// settings are in installation-checks.ts.
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { secondMs } from '#lib/durations.ts';
import { formatBytes, formatCount, formatWait } from '#lib/format.ts';
import type { Kernel } from '../kernel.ts';
import { checkMailServer } from '../mail/check-mail-server.ts';
import type { WaitingMails } from '../mail/outbox.ts';
import type { PartHealth } from './system-checks.ts';

const slowDatabaseMs = 500;
/** Longer than the usual retries of a mail server that puts a mail off. */
const mailWaitSecondsMax = 3600;
/** A person is waiting for it. */
const codeWaitSecondsMax = 60;
const diskLimits = {
  warning: { bytes: 2e9, share: 0.1 },
  down: { bytes: 5e8, share: 0.03 },
} as const;

export function addKernelChecks(kernel: Kernel): void {
  const { checks, metrics, config, clockWatch } = kernel;
  checks.add({ name: 'database', title: 'Database', read: () => checkDatabase(kernel) });
  checks.add({
    name: 'mail',
    title: 'Mail',
    read: () => checkMail(kernel),
    call: () => checkMailServer(kernel),
  });
  checks.add({ name: 'storage', title: 'File storage', read: () => checkStorage(kernel) });
  checks.add({
    name: 'disk',
    title: 'Disk',
    read: async () => judgeDisk(await readDisk(config.DATA_DIR)),
  });
  metrics.addGauge({
    name: 'clock_wrong',
    help: '1 while the clock of the process is wrong, so that its jobs with money wait.',
    read: async () => ((await clockWatch.findFault()) === null ? 0 : 1),
  });
  metrics.addGauge({
    name: 'data_disk_free_bytes',
    help: 'Free bytes of the disk with DATA_DIR.',
    read: async () => (await readDisk(config.DATA_DIR)).freeBytes,
  });
  metrics.addGauge({
    name: 'data_disk_size_bytes',
    help: 'Size of the disk with DATA_DIR.',
    read: async () => (await readDisk(config.DATA_DIR)).sizeBytes,
  });
}

async function checkDatabase({ work }: Pick<Kernel, 'work'>): Promise<PartHealth> {
  const startedMs = performance.now();
  const [row] = await work.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
    [],
  );
  const ms = Math.round(performance.now() - startedMs);
  if (row?.read_only === 'on')
    return { state: 'down', message: 'It accepts no writes: it is a standby, or set read-only.' };
  if (ms >= slowDatabaseMs) return { state: 'warning', message: `It is slow: ${ms} ms an answer.` };
  return { state: 'ok', message: `Answers in ${ms} ms.` };
}

async function checkMail({ mail, clock, config }: Kernel): Promise<PartHealth> {
  const [waiting, hold] = await Promise.all([mail.listWaiting(), mail.holds.read()]);
  const delivery = judgeMail(waiting, {
    now: clock.now(),
    isDevelopment: config.MAIL_URL === undefined,
  });
  return hold.hold ? judgeHold(delivery, { ...hold.hold, count: hold.count }) : delivery;
}

/** Codes are sent during a hold, so a mail server that fails comes first. */
export function judgeHold(
  delivery: PartHealth,
  { reason, count }: { reason: string; count: number },
): PartHealth {
  const notice = `${formatCount(count, 'mail')} held: ${reason}`;
  const { state, message } = delivery;
  return state === 'ok' || state === 'off'
    ? { state: 'warning', message: notice }
    : { state, message: `${message} ${notice}` };
}

/** The first queue is that of sign-in codes. */
export function judgeMail(
  [codes, others]: readonly WaitingMails[],
  { now, isDevelopment }: { now: Date; isDevelopment: boolean },
): PartHealth {
  const computeAge = (mails: WaitingMails | undefined) =>
    mails?.oldestAt ? (now.getTime() - mails.oldestAt.getTime()) / secondMs : 0;
  const [codeSeconds, mailSeconds] = [computeAge(codes), computeAge(others)];
  const failing = (codes?.failing ?? 0) + (others?.failing ?? 0);
  const count = (codes?.count ?? 0) + (others?.count ?? 0);
  if (codeSeconds > codeWaitSecondsMax)
    return { state: 'down', message: `A sign-in code has waited for ${formatWait(codeSeconds)}.` };
  if (failing > 0)
    return {
      state: 'warning',
      message: `The mail server put off ${formatCount(failing, 'mail')}; they are sent again.`,
    };
  if (mailSeconds > mailWaitSecondsMax)
    return { state: 'warning', message: `A mail has waited for ${formatWait(mailSeconds)}.` };
  if (isDevelopment) return { state: 'off', message: 'Mails go to the development mailbox.' };
  const message = count === 0 ? 'No mail waits.' : `${formatCount(count, 'mail')} under way.`;
  return { state: 'ok', message };
}

async function checkStorage({ storage }: Pick<Kernel, 'storage'>): Promise<PartHealth> {
  const key = `checks/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await storage.put(key, content, { contentType: 'text/plain' });
    const isSame = (await storage.readBytes(key))?.equals(content) ?? false;
    if (!isSame) return { state: 'down', message: 'A file that was written could not be read.' };
  } finally {
    await storage.remove(key);
  }
  return { state: 'ok', message: 'Files can be written and read.' };
}

type Disk = { freeBytes: number; sizeBytes: number };

async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}

export function judgeDisk({ freeBytes, sizeBytes }: Disk): PartHealth {
  const isBelow = ({ bytes, share }: { bytes: number; share: number }) =>
    freeBytes < bytes || freeBytes < share * sizeBytes;
  const free = `${formatBytes(freeBytes)} of ${formatBytes(sizeBytes)} are free`;
  if (isBelow(diskLimits.down)) return { state: 'down', message: `${free}: make room now.` };
  if (isBelow(diskLimits.warning)) return { state: 'warning', message: `${free}: make room soon.` };
  return { state: 'ok', message: `${free}.` };
}
