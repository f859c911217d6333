// Changes of the cap. Overage that was used under a higher one stays owed: it is recorded before the
// new cap applies, like overage before its price changes.
import type { Tx } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { readExponent } from '#lib/currencies.ts';
import { type Amount, compareAmounts, parseAmount, zero } from '#lib/money.ts';
import type { SpendingBody, SpendingWire } from '../../wire/spending.ts';
import { billingTopic } from '../billing-topic.ts';
import { payOverage } from '../overage/pay-overage.ts';
import { recordEndedMonths, recordUntilNow } from '../overage/record-overage.ts';
import { lockLive } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { Usage } from '../usage/usage.ts';
import { findSpending, readSpending, type Spending } from './read-spending.ts';
import { skipReached } from './skip-reached.ts';
import { saveSetting } from './spending-store.ts';

export type SpendingDeps = Subscriptions & { usage: Pick<Usage, 'changed'> };

export async function setSpending(
  deps: SpendingDeps,
  tx: Tx,
  { accountId }: Actor,
  body: SpendingBody,
): Promise<SpendingWire> {
  const now = deps.kernel.clock.now();
  const live = await lockLive(tx, accountId);
  const before = await findSpending(tx, accountId, now);
  const setting = {
    isOverageOn: body.is_overage_on ?? before.setting.isOverageOn,
    cap:
      body.cap === undefined
        ? before.setting.cap
        : parseCeiling('cap', body.cap, before.plan.tariff.currency),
  };
  const after = await findSpending(tx, accountId, now, setting);
  if (live && live.status !== 'pending') {
    const at = live.suspended_at ?? now;
    if (isLoweredBelow(before, after)) await recordUntilNow(deps, tx, live, at);
    else await recordEndedMonths(deps, tx, live, at);
  }
  await saveSetting(tx, accountId, setting, now);
  await payOverage(deps, tx, accountId, `account:${accountId}`);
  await skipReached(tx, accountId, after, now);
  await deps.usage.changed(tx, accountId);
  const data = { spending: 'changed' };
  await deps.kernel.live.publish(tx, { topic: billingTopic, accountId, data });
  return readSpending(tx, accountId, now);
}

function isLoweredBelow({ spent }: Spending, { setting, cap }: Spending): boolean {
  const most = setting.isOverageOn ? cap : zero(spent.currency);
  return most !== null && compareAmounts(spent, most) > 0;
}

/** Throws InvalidInput for more decimals than the currency has. */
export function parseCeiling(field: string, text: string | null, currency: string): Amount | null {
  if (text === null) return null;
  const amount = parseAmount(text, currency);
  if (amount) return amount;
  const decimals = readExponent(currency);
  const message = `Amounts in ${currency} have ${decimals === 0 ? 'no' : `at most ${decimals}`} decimals.`;
  throw new InvalidInput({ [field]: [message] });
}
