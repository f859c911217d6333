import { findLastCheck } from '#areas/ledger/server/index.ts';
import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { readLastLedgerCheck } from '../../wire/ledger-check.ts';

/** The same for everybody, and new once a night. */
const cached = { 'cache-control': 'public, max-age=300' };

export const ledgerCheckRoutes = (api: Api): void =>
  mount(api, readLastLedgerCheck, async ({ db }) => {
    const check = await findLastCheck(db);
    const checked_at = check?.checked_at.toISOString() ?? null;
    return respond(200, { checked_at, is_sound: check?.is_sound ?? null }, cached);
  });
