import { InvalidInput } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import type { BillingPeriod } from '../../tariff-contract.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariff, type TariffRow } from './tariff-store.ts';

/** Throws InvalidInput for a tariff that is not sold, to this actor or for this period. */
export async function readSold(
  { kernel }: Subscriptions,
  actor: Pick<Actor, 'roles'>,
  slug: string,
  billingPeriod: BillingPeriod,
): Promise<TariffRow> {
  const tariff = await findTariff(kernel.database.write, slug);
  const isSold = tariff?.is_active && (tariff.is_public || actor.roles.length > 0);
  if (!tariff || !isSold) throw new InvalidInput({ tariff: [`There is no tariff "${slug}".`] });
  if (billingPeriod === 'yearly' && tariff.yearly_price === null)
    throw new InvalidInput({ billing_period: [`${tariff.name} is paid by the month.`] });
  return tariff;
}
