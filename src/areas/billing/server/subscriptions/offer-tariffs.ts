// Staff let a customer choose private tariffs: a price that was agreed on with them.
import { findAccount } from '#areas/accounts/server/index.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Db } from '#server/database/database.ts';
import type { Audit } from '#server/http/audit.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import type { Subscriptions } from './subscriptions.ts';
import { listGrants, listPrivate, replaceGrants } from './tariff-offer-store.ts';

type Deps = Pick<Subscriptions, 'kernel'>;

async function readOffers(db: Db, accountId: number) {
  const account = await findAccount(db, accountId);
  if (!account || account.status === 'deleted') throw fail(commonErrors.notFound);
  const offered = await listGrants(db, accountId);
  return (await listPrivate(db)).map(({ slug, name }) => ({
    slug,
    name,
    is_offered: offered.includes(slug),
  }));
}

/** Throws not_found. */
export const listTariffOffers = ({ kernel }: Deps, id: string) =>
  readOffers(kernel.database.write, Number(id));

/** Throws not_found, InvalidInput for what is not a private tariff. */
export function setTariffOffers({ kernel }: Deps, audit: Audit, id: string, slugs: string[]) {
  return kernel.database.transaction(async (tx) => {
    const before = await readOffers(tx, Number(id));
    const unknown = slugs.find((slug) => before.every((one) => one.slug !== slug));
    if (unknown !== undefined)
      throw new InvalidInput({ tariffs: [`There is no private tariff "${unknown}".`] });
    await replaceGrants(tx, Number(id), slugs, kernel.clock.now());
    const after = await readOffers(tx, Number(id));
    await audit.note(tx, {
      type: 'user',
      id,
      before: { tariffs: offeredIn(before) },
      after: { tariffs: offeredIn(after) },
    });
    return after;
  });
}

const offeredIn = (tariffs: { slug: string; is_offered: boolean }[]): string[] =>
  tariffs.filter((one) => one.is_offered).map(({ slug }) => slug);
