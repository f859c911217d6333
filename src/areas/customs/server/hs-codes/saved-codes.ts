// Tariff codes that a customer saved, with their own descriptions.

import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { savedCodeLimitReached } from '../../wire/index.ts';
import type { Customs } from '../customs.ts';
import { deleteCode, type SavedCode, upsertCode } from './saved-code-store.ts';

/** Throws 400 at the limit of one account. */
export async function saveHsCode(
  { kernel: { clock } }: Customs,
  tx: Tx,
  { accountId }: Actor,
  saved: SavedCode,
): Promise<SavedCode> {
  const owned = { ...saved, accountId, now: clock.now() };
  const limit = budgets.savedCodesPerAccount;
  if (await upsertCode(tx, owned, limit)) return saved;
  throw apiError(savedCodeLimitReached, { limit });
}

/** Throws 404 for a code that is not saved. */
export async function removeHsCode(tx: Tx, { accountId }: Actor, code: string) {
  if (!(await deleteCode(tx, accountId, code))) throw apiError(commonErrors.notFound);
}
