import type { Actor } from '#kernel/ports.ts';
import type { PoolProxyWire, ProxyWire } from '../../wire/index.ts';
import { explainFailure, type Protocol } from '../../wire/proxies.constants.ts';
import { toRate } from '../resources/serialize-resources.ts';
import type { CandidateRow } from '../selection/candidate-store.ts';
import type { Login, Vault } from './credentials.ts';
import type { PoolRow } from './proxy-store.ts';

/** An API key needs the scope `proxy:credentials`; the owner's own session always may. */
export const maySeeCredentials = (actor: Actor): boolean =>
  actor.via === 'session'
    ? actor.impersonatedBy === undefined
    : (actor.scopes?.includes('proxy:credentials') ?? false);

const masked = '***';

export function toProxyUrl(
  { protocol, host, port }: { protocol: Protocol; host: string; port: number },
  login: Login | null,
): string {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (!login) return `${protocol}://${address}`;
  const part = (text: string) => (text === masked ? masked : encodeURIComponent(text));
  return `${protocol}://${part(login.username)}:${part(login.password)}@${address}`;
}

/** The later error of the last request and the last check; for a dead proxy that of the check. */
function latestError({
  status,
  last_use_error,
  last_used_at,
  last_error,
  last_checked_at,
}: CandidateRow) {
  const isCheckNewer = status === 'dead' || (last_checked_at ?? 0) > (last_used_at ?? 0);
  return isCheckNewer ? (last_error ?? last_use_error) : (last_use_error ?? last_error);
}

export function serializeProxy(
  row: CandidateRow,
  { vault, showsCredentials }: { vault: Vault; showsCredentials: boolean },
): ProxyWire {
  const login = row.credentials
    ? showsCredentials
      ? vault.open(row.id, row.credentials)
      : { username: masked, password: masked }
    : null;
  const error = latestError(row);
  const isBlocked = row.status === 'blocked';
  return {
    id: row.id,
    host: row.host,
    port: row.port,
    protocol: row.protocol,
    username: login?.username ?? null,
    password: login?.password ?? null,
    url: toProxyUrl(row, login),
    is_own: row.resource_id !== null,
    country_code: row.country_code,
    city: row.city,
    asn: row.asn,
    type: row.type,
    provider: row.provider,
    status: row.status,
    latency_ms: row.latency_ms,
    success_rate: toRate(row.requests_successful ?? 0, row.requests_total ?? 0),
    requests_total: Number(row.requests_total ?? 0),
    failures_in_row: row.consecutive_failures ?? 0,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_checked_at: row.last_checked_at?.toISOString() ?? null,
    last_error: error,
    how_to_fix: error && explainFailure(error, row.resource_id ? 'owner' : 'pool'),
    exit_address: row.exit_address,
    blocked_until: isBlocked ? (row.blocked_until?.toISOString() ?? null) : null,
    block_count: row.block_count ?? 0,
    block_reason: isBlocked ? row.block_reason : null,
    block_note: (isBlocked && row.block_note) || null,
  };
}

export const serializePoolProxy = (row: PoolRow): PoolProxyWire => ({
  id: row.id,
  host: row.host,
  port: row.port,
  protocol: row.protocol,
  username: row.credentials ? masked : null,
  country_code: row.country_code,
  city: row.city,
  asn: row.asn,
  type: row.type,
  provider: row.provider,
  state: row.state,
  is_active: row.is_active,
  latency_ms: row.latency_ms,
  success_rate: toRate(row.checks_passed, row.checks_total),
  blocks: row.blocks,
  exit_address: row.exit_address,
  last_error: row.last_error,
  how_to_fix: row.last_error && explainFailure(row.last_error, 'owner'),
  last_checked_at: row.last_checked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});
