import { sourceErrors } from '../../wire/proxy-sources.constants.ts';
import type { ProxySourceWire } from '../../wire/proxy-sources.ts';
import type { Vault } from '../pool/credentials.ts';
import { openSecrets } from './source-secrets.ts';
import type { CountedSource } from './source-store.ts';

export function serializeSource(
  row: CountedSource,
  { vault, showsAddress, now }: { vault: Vault; showsAddress: boolean; now: Date },
): ProxySourceWire {
  const secrets = showsAddress ? openSecrets(vault, row.id, row.secrets) : null;
  return {
    id: row.id,
    name: row.name,
    url: secrets?.url ?? `${row.url_host}/***`,
    format: row.format,
    has_authorization: row.has_authorization,
    has_login: row.has_login,
    protocol: row.protocol,
    type: row.type,
    country_code: row.country_code,
    provider: row.provider,
    refresh_minutes: row.refresh_minutes,
    missed_max: row.missed_max,
    is_active: row.is_active,
    is_refreshing: row.is_active && row.next_refresh_at <= now,
    next_refresh_at: row.is_active ? row.next_refresh_at.toISOString() : null,
    refreshed_at: row.refreshed_at?.toISOString() ?? null,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    error: row.error,
    how_to_fix: row.error && sourceErrors[row.error],
    failures_in_row: row.failures_in_row,
    proxies_total: row.proxies_total,
    last_result: toResult(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const toResult = ({ listed, added, updated, missing, rejected }: CountedSource) =>
  listed === null
    ? null
    : {
        listed,
        added: added ?? 0,
        updated: updated ?? 0,
        missing: missing ?? 0,
        rejected: rejected ?? 0,
      };
