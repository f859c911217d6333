// Compares invoices and ledger every night, and says on /admin/system and by mail when they differ.
import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import type { Invoices } from '../invoices-area.ts';
import { issueMissing } from '../issue/issue-invoices.ts';
import { listWaitingAccounts, type WaitingAccount } from '../issue/waiting-store.ts';
import { findLastCheck, saveCheck } from './check-store.ts';
import { compareWithLedger, describeDifference } from './compare-with-ledger.ts';

/** What was charged in the last minutes may wait for its invoice. */
const settleMs = 10 * minuteMs;
const missedMsMax = 2 * dayMs;

export async function checkNightly(invoices: Invoices): Promise<void> {
  const { clock, work, log } = invoices.kernel;
  await issueMissing(invoices);
  const until = new Date(clock.now().getTime() - settleMs);
  const differences = (await compareWithLedger(invoices, until)).map(describeDifference);
  await work.write(async (tx) => {
    await saveCheck(tx, { differences, now: clock.now() });
    if (differences.length > 0) await alertStaff(invoices, tx, differences);
  });
  if (differences.length === 0) log.info('invoices and ledger agree');
  else log.error({ differences: differences.length }, 'invoices and ledger differ');
}

const linesMax = 10;

async function alertStaff({ kernel }: Invoices, tx: Tx, differences: string[]): Promise<void> {
  const heading = 'Invoices and ledger differ';
  const preview = formatCount(differences.length, 'difference');
  const body = [
    paragraph(`${preview} between the invoices and the ledger's revenue:`),
    ...differences.slice(0, linesMax).map(paragraph),
    linkButton('Open the system', `${kernel.config.SITE_URL}/admin/system`),
  ];
  const mail = renderMail({ siteName: site.name, preview, heading, body });
  await mailStaff(kernel, tx, 'finance', { kind: 'invoices.alert', subject: heading, ...mail });
}

const waitingMax = 10;

const describeWaiting = (waiting: readonly WaitingAccount[]): string => {
  const since = formatUtcDateTime(waiting[0]!.since);
  const accounts = [...new Set(waiting.map(({ account_id }) => account_id))].join(', ');
  return `Charges since ${since} have no invoice, because the country of their customer is unknown. Accounts: ${accounts}.`;
};

/** What staff see on /admin/system. */
export async function readHealth({ kernel }: Invoices): Promise<PartHealth> {
  const last = await kernel.work.read(findLastCheck);
  if (!last) return { state: 'ok', message: 'They are compared with the ledger every night.' };
  const when = formatUtcDateTime(last.checked_at);
  const [first] = last.differences;
  if (first !== undefined)
    return {
      state: 'down',
      message: `${formatCount(last.differences.length, 'difference')} from the ledger at ${when}. ${first}`,
    };
  if (kernel.clock.now().getTime() - last.checked_at.getTime() > missedMsMax)
    return { state: 'warning', message: `They were last compared with the ledger at ${when}.` };
  const waiting = await kernel.work.read((db) => listWaitingAccounts(db, waitingMax));
  if (waiting.length > 0) return { state: 'warning', message: describeWaiting(waiting) };
  return { state: 'ok', message: `They equal the ledger's revenue at ${when}.` };
}
