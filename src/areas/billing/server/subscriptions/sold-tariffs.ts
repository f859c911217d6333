import type { Db } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { BillingPeriod } from '../../tariff-contract.ts';
import { findLive } from './subscription-store.ts';
import { listGrants } from './tariff-offer-store.ts';
import { findTariff, findTariffById, type TariffRow } from './tariff-store.ts';

type Buyer = Pick<Actor, 'roles' | 'accountId'>;

/** Throws InvalidInput for a tariff that is not sold, to this actor or for this period. */
export async function readSold(
  db: Db,
  actor: Buyer,
  slug: string,
  billingPeriod: BillingPeriod,
): Promise<TariffRow> {
  const tariff = await findTariff(db, slug);
  if (!tariff || !(await isSoldTo(db, actor, tariff)))
    throw new InvalidInput({ tariff: [`There is no tariff "${slug}".`] });
  if (billingPeriod === 'yearly' && tariff.yearly_price === null)
    throw new InvalidInput({ billing_period: [`${tariff.name} is paid by the month.`] });
  return tariff;
}

/** Public ones to everybody, private ones to staff and whom they were offered. */
export async function isSoldTo(
  db: Db,
  { roles, accountId }: Buyer,
  { slug, is_active, is_public }: TariffRow,
): Promise<boolean> {
  if (is_active && (is_public || roles.length > 0)) return true;
  return (
    (is_active && (await listGrants(db, accountId)).includes(slug)) ||
    (await holds(db, accountId, slug))
  );
}

/** Who has a tariff may change how it is paid, whoever else is sold it. */
async function holds(db: Db, accountId: number, slug: string): Promise<boolean> {
  const live = await findLive(db, accountId);
  return live !== undefined && (await findTariffById(db, live.tariff_id)).slug === slug;
}
