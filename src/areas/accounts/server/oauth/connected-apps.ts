import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import type { ConnectedAppWire } from '../../wire/apps.ts';
import type { Accounts, Origin } from '../accounts.ts';
import { endGrant } from './issue-tokens.ts';
import type { ListedGrantRow } from './oauth-store.ts';

export const serializeApp = (row: ListedGrantRow): ConnectedAppWire => ({
  id: row.id,
  name: row.client_name,
  redirect_host: row.redirect_host,
  scopes: row.scopes,
  may_change: row.may_change,
  is_disabled: row.disabled_at !== null,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
});

/** Throws not_found for an app that is not connected, or to another account. */
export async function disconnectApp(
  accounts: Accounts,
  tx: Tx,
  { accountId }: Actor,
  { id, origin }: { id: string; origin: Origin },
): Promise<void> {
  const ended = isUuid(id) && (await endGrant(accounts, tx, { id, accountId, origin }));
  if (!ended) throw apiError(commonErrors.notFound);
}
