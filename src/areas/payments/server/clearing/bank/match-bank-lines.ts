// A line is the payout of the same amount within some days, best by what the bank wrote.
import type { Tx } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import type { OpenLine, OpenPayout } from './bank-store.ts';
import * as bankStore from './bank-store.ts';

/** Banks book a payout before the day that its provider expects, or after weekends and holidays. */
const daysBefore = 1;
const daysAfter = 10;

export type Match = { lineId: string; movementId: string };

/** Each line and each payout is used once; the earlier lines choose first. */
export function findMatches(lines: readonly OpenLine[], payouts: readonly OpenPayout[]): Match[] {
  const left = new Set(payouts);
  const isNamed = (line: OpenLine, payout: OpenPayout) => rateMatch(line, payout) > 0;
  // First those that the bank names, so that an equal amount of another payout does not take them.
  const passes = [isNamed, () => true];
  const found = new Map<string, string>();
  for (const passesLine of passes)
    for (const line of lines) {
      if (found.has(line.id)) continue;
      const [best] = [...left]
        .filter((payout) => isPossible(line, payout) && passesLine(line, payout))
        .sort((one, other) => rateMatch(line, other) - rateMatch(line, one));
      if (!best) continue;
      left.delete(best);
      found.set(line.id, best.id);
    }
  return [...found].map(([lineId, movementId]) => ({ lineId, movementId }));
}

function isPossible(line: OpenLine, payout: OpenPayout): boolean {
  if (line.currency !== payout.currency || !new Decimal(line.amount).eq(payout.amount))
    return false;
  const day = Date.parse(line.day);
  return (
    day >= Date.parse(payout.from) - daysBefore * dayMs &&
    day <= Date.parse(payout.arrives) + daysAfter * dayMs
  );
}

/** 2 if the bank wrote the payout's id, 1 if it wrote the provider's name. */
function rateMatch({ reference }: OpenLine, { words, provider }: OpenPayout): number {
  const text = reference.toLowerCase();
  if (words.some((word) => text.includes(word.toLowerCase()))) return 2;
  return text.includes(provider) ? 1 : 0;
}

/** Returns how many were found. */
export async function matchBankLines(tx: Tx): Promise<number> {
  const payouts = await bankStore.listOpenPayouts(tx);
  if (payouts.length === 0) return 0;
  const matches = findMatches(await bankStore.listOpenLines(tx), payouts);
  for (const { lineId, movementId } of matches) await bankStore.matchLine(tx, lineId, movementId);
  return matches.length;
}
