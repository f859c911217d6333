// Staff stop an app for everyone, and let it go on.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { AppConnectionWire, RegisteredAppWire } from '../../wire/staff-apps.ts';
import type { Accounts } from '../accounts.ts';
import * as appStore from './staff-apps-store.ts';

export const serializeRegisteredApp = (row: appStore.RegisteredAppRow): RegisteredAppWire => ({
  id: row.id,
  name: row.name,
  uri: row.uri,
  document_url: row.document_url,
  redirect_uris: row.redirect_uris,
  created_at: row.created_at.toISOString(),
  last_used_at: row.last_used_at.toISOString(),
  connections: row.connections,
  disabled_at: row.disabled_at?.toISOString() ?? null,
  disabled_reason: row.disabled_reason,
});

export function serializeConnection(row: appStore.AppConnectionRow, now: Date): AppConnectionWire {
  const endedAt = row.revoked_at ?? (row.expires_at <= now ? row.expires_at : null);
  return {
    id: row.id,
    user: { id: row.account_id, email: row.email },
    redirect_host: row.redirect_host,
    scopes: row.scopes,
    may_change: row.may_change,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

export async function readRegisteredApp(
  { clock }: Accounts,
  db: Db,
  id: string,
): Promise<RegisteredAppWire> {
  const found = await appStore.findRegisteredApp(db, id, clock.now());
  if (!found) throw apiError(commonErrors.notFound);
  return serializeRegisteredApp(found);
}

/** Idempotent. */
export async function switchApp(
  accounts: Accounts,
  tx: Tx,
  audit: Audit,
  { id, isDisabled, reason }: { id: string; isDisabled: boolean; reason: string },
): Promise<RegisteredAppWire> {
  const before = await appStore.lockClient(tx, id);
  if (!before) throw apiError(commonErrors.notFound);
  const at = isDisabled ? (before.disabled_at ?? accounts.clock.now()) : null;
  await appStore.setDisabled(tx, id, { at, reason: isDisabled ? reason : '' });
  await accounts.grantCache.invalidate(tx, id);
  const { name } = before;
  await audit.record(tx, {
    type: 'app',
    id,
    before: { name, is_disabled: before.disabled_at !== null },
    after: { name, is_disabled: isDisabled, reason },
  });
  return readRegisteredApp(accounts, tx, id);
}
