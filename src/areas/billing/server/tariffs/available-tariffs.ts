import type { Db } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { BillingPeriod } from '../../wire/tariffs.ts';
import { findLive } from '../subscriptions/subscription-store.ts';
import { listGrants } from './tariff-offer-store.ts';
import { findTariff, findTariffById, type TariffRow } from './tariff-store.ts';

type Customer = Pick<Actor, 'roles' | 'accountId'>;

/** Throws InvalidInput for a plan that the actor may not have, or not for the period. */
export async function readAvailableTariff(
  db: Db,
  actor: Customer,
  slug: string,
  billingPeriod: BillingPeriod,
): Promise<TariffRow> {
  const tariff = await findTariff(db, slug);
  if (!tariff || !(await isAvailableTo(db, actor, tariff)))
    throw new InvalidInput({ tariff: [`There is no tariff "${slug}".`] });
  if (billingPeriod === 'yearly' && tariff.yearly_price === null)
    throw new InvalidInput({ billing_period: [`${tariff.name} is billed monthly only.`] });
  return tariff;
}

/** Public tariffs to all; private ones to staff and to customers they were offered to. */
export async function isAvailableTo(
  db: Db,
  { roles, accountId }: Customer,
  { slug, is_active, is_public }: TariffRow,
): Promise<boolean> {
  if (is_active && (is_public || roles.length > 0)) return true;
  return (
    (is_active && (await listGrants(db, accountId)).includes(slug)) ||
    (await hasTariff(db, accountId, slug))
  );
}

/** A customer may change the billing period of their tariff even if it is no longer sold. */
async function hasTariff(db: Db, accountId: number, slug: string): Promise<boolean> {
  const live = await findLive(db, accountId);
  return live !== undefined && (await findTariffById(db, live.tariff_id)).slug === slug;
}
