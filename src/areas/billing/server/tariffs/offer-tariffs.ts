// Staff offer private tariffs, such as a negotiated price, to individual customers.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { toDecimalText } from '#lib/money.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { readPrice } from './serialize-tariff.ts';
import { listGrants, listPrivateTariffs, replaceGrants } from './tariff-offer-store.ts';

async function readOffers(db: Db, accountId: number) {
  const account = await findAccount(db, accountId);
  if (!account || account.status === 'deleted') throw apiError(commonErrors.notFound);
  const offered = await listGrants(db, accountId);
  return (await listPrivateTariffs(db)).map((tariff) => ({
    slug: tariff.slug,
    name: tariff.name,
    monthly_price: toDecimalText(readPrice(tariff, 'monthly')),
    currency: tariff.currency,
    is_offered: offered.includes(tariff.slug),
  }));
}

/** Throws not_found. */
export const listTariffOffers = (db: Db, id: string) => readOffers(db, Number(id));

/** Throws not_found, and InvalidInput for a tariff that is not private. */
export async function setTariffOffers(
  { kernel }: Pick<Subscriptions, 'kernel'>,
  tx: Tx,
  audit: Audit,
  id: string,
  slugs: string[],
) {
  const before = await readOffers(tx, Number(id));
  const unknown = slugs.find((slug) => before.every((one) => one.slug !== slug));
  if (unknown !== undefined)
    throw new InvalidInput({ tariffs: [`There is no private tariff "${unknown}".`] });
  await replaceGrants(tx, Number(id), slugs, kernel.clock.now());
  const after = await readOffers(tx, Number(id));
  await audit.record(tx, {
    type: 'user',
    id,
    before: { tariffs: offeredIn(before) },
    after: { tariffs: offeredIn(after) },
  });
  return after;
}

const offeredIn = (tariffs: { slug: string; is_offered: boolean }[]): string[] =>
  tariffs.filter((one) => one.is_offered).map(({ slug }) => slug);
