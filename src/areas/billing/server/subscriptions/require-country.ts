import { assertBillingCountry } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { isZero } from '#lib/money.ts';
import type { Decision } from './changes/decide-change.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What costs something needs a country, which decides its tax. Throws billing_country_required. */
export async function requireCountry(
  { payments }: { payments: Pick<Subscriptions['payments'], 'hasBillingCountry'> },
  db: Db,
  actor: Pick<Actor, 'accountId'>,
  { kind, price, tariff }: Pick<Decision, 'kind' | 'price' | 'tariff'>,
): Promise<void> {
  const costsNothing = isZero(price) && tariff.overage_price === null;
  if (kind !== 'none' && !costsNothing) await assertBillingCountry(payments, db, actor);
}
