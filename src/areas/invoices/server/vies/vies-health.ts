// What staff see of VIES on /admin/system.
import type { PartHealth } from '#kernel/observability/system-checks.ts';
import { dayMs } from '#lib/durations.ts';
import { formatCount, formatUtcDateTime } from '#lib/format.ts';
import type { Invoices } from '../invoices-area.ts';
import { summarizeOpenChecks } from '../issue/number-check-store.ts';
import { findRefusal } from './vies-refusal-store.ts';

/** Member states are often unavailable for hours, hardly ever for days. */
const unansweredMsMax = 3 * dayMs;

export async function readViesHealth({ kernel, vies }: Invoices): Promise<PartHealth> {
  if (!vies)
    return { state: 'ok', message: 'They are checked by their digits: VIES_URL is not set.' };
  const { refusal, open } = await kernel.work.read(async (db) => ({
    refusal: await findRefusal(db),
    open: await summarizeOpenChecks(db),
  }));
  if (refusal)
    return {
      state: 'warning',
      message: `VIES refuses our own number (${refusal.reason}) since ${formatUtcDateTime(refusal.refused_at)}, so its answers have no consultation number. Check taxNumbers in content/seller.json.`,
    };
  if (!open.since) return { state: 'ok', message: 'No invoice waits for an answer of VIES.' };
  const age = kernel.clock.now().getTime() - open.since.getTime();
  return {
    state: age > unansweredMsMax ? 'warning' : 'ok',
    message: `${formatCount(open.count, 'invoice')} wait for an answer of VIES, the oldest since ${formatUtcDateTime(open.since)}.`,
  };
}
