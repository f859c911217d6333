// Tariff codes that a customer keeps at hand, in their own words.
import { commonErrors } from '#lib/endpoint.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import type { Customs } from './customs.ts';
import { deleteCode, keepCode, type SavedCode } from './saved-code-store.ts';

const codesMax = 200;

/** Throws 400 beyond the most that one account may keep. */
export async function saveHsCode(
  { kernel: { database, clock } }: Customs,
  { accountId }: Actor,
  saved: SavedCode,
): Promise<SavedCode> {
  const owned = { ...saved, accountId, now: clock.now() };
  if (await keepCode(database.write, owned, codesMax)) return saved;
  throw new InvalidInput({ hs_code: [`You saved ${codesMax} codes already: remove one first.`] });
}

/** Throws 404 for a code that is not saved. */
export async function removeHsCode({ kernel }: Customs, { accountId }: Actor, code: string) {
  if (!(await deleteCode(kernel.database.write, accountId, code)))
    throw fail(commonErrors.notFound);
}
