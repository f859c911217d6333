// The proxies that can serve a resource, with their health.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { containing } from '#kernel/database/like-pattern.ts';
import type { ProxyHealth, Proxy as ProxyTable } from '#kernel/database/schema.d.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type {
  FailureReason,
  Protocol,
  ProxyStatus,
  ProxyType,
} from '../../wire/proxies.constants.ts';

type HealthColumns = Pick<
  Selectable<ProxyHealth>,
  'cooldown_until' | 'blocked_until' | 'last_used_at'
> & {
  consecutive_failures: number | null;
  block_count: number | null;
  block_reason: FailureReason | null;
  block_note: string | null;
  requests_total: bigint | null;
  requests_successful: bigint | null;
  last_use_error: FailureReason | null;
};
export type ProxyRow = Selectable<ProxyTable> & {
  protocol: Protocol;
  type: ProxyType;
  last_error: FailureReason | null;
};
export type CandidateRow = ProxyRow & HealthColumns & { status: ProxyStatus };

/**
 * Over `r` and `p`: the resource's own proxies, and those of the shared pool that match its
 * filters.
 */
export const servesResource = sql`p.is_active and (p.resource_id = r.id or (
  p.resource_id is null and r.uses_pool
  and (cardinality(r.countries) = 0 or p.country_code = any(r.countries))
  and (cardinality(r.protocols) = 0 or p.protocol = any(r.protocols))))`;

/** Over `p` and `x`, the same rule as `decideStatus`. */
export const candidateStatus = (now: Date): RawBuilder<ProxyStatus> => sql`
  case when p.is_dead then 'dead' when x.blocked_until > ${now} then 'blocked'
    when x.cooldown_until > ${now} then 'cooldown' else 'available' end`;

const candidates = sql`from proxy_resource r join proxy p on ${servesResource}
  left join proxy_health x on x.resource_id = r.id and x.proxy_id = p.id`;
const columns = (now: Date) => sql`p.*, ${candidateStatus(now)} as status,
  x.consecutive_failures, x.cooldown_until, x.blocked_until, x.block_count, x.block_reason,
  x.block_note, x.requests_total, x.requests_successful, x.last_used_at,
  x.last_error as last_use_error`;

/** Every candidate, for the pool cache. */
export async function loadCandidates(db: Db, resourceId: string, now: Date) {
  const { rows } = await sql<CandidateRow>`
    select ${columns(now)} ${candidates} where r.id = ${resourceId} order by p.id`.execute(db);
  return rows;
}

/** Undefined when the proxy does not serve this resource. */
export async function findCandidate(db: Db, resourceId: string, id: string, now: Date) {
  if (!isUuid(id)) return undefined;
  const { rows } = await sql<CandidateRow>`
    select ${columns(now)} ${candidates} where r.id = ${resourceId} and p.id = ${id}`.execute(db);
  return rows[0];
}

/** By id, or by `host:port`, which several proxies may share: with other users or protocols. */
export async function findCandidates(db: Db, resourceId: string, proxy: string, now: Date) {
  const one = await findCandidate(db, resourceId, proxy, now);
  if (one) return [one];
  const at = proxy.lastIndexOf(':');
  const [host, port] = [proxy.slice(0, at).replace(/^\[|\]$/g, ''), Number(proxy.slice(at + 1))];
  if (at < 1 || !Number.isInteger(port) || port < 1 || port > 65_535) return [];
  const { rows } = await sql<CandidateRow>`
    select ${columns(now)} ${candidates} where r.id = ${resourceId}
      and p.host = ${host.toLowerCase()} and p.port = ${port}`.execute(db);
  return rows;
}

export type CandidateFilter = {
  status: ProxyStatus | 'all';
  country?: string | undefined;
  protocol?: Protocol | undefined;
  search?: string | undefined;
};

/** By a field, or by a strategy. */
export type CandidateOrder =
  | { by: 'latency_ms' | 'success_rate' | 'last_used_at'; isDescending: boolean }
  | { by: 'random' | 'id' }
  /** These first, in this order. */
  | { by: 'ids'; ids: readonly string[] }
  | { by: 'turn'; turn: number }
  | { by: 'session'; seed: string; firstId: string | null };

function toOrder(order: CandidateOrder): RawBuilder<unknown> {
  const rate = sql`x.requests_successful::float / nullif(x.requests_total, 0)`;
  switch (order.by) {
    case 'random':
      return sql`random()`;
    case 'ids':
      return sql`array_position(${[...order.ids]}::uuid[], p.id)`;
    case 'turn':
      return sql`(row_number() over (order by p.id) - 1 - ${order.turn}::int % count(*) over ()
        + count(*) over ()) % count(*) over ()`;
    case 'session':
      return sql`(p.id = ${order.firstId}::uuid) desc, md5(p.id::text || ${order.seed}::text)`;
    case 'id':
      return sql`p.id`;
    default: {
      const field = {
        latency_ms: sql`p.latency_ms`,
        success_rate: rate,
        last_used_at: sql`x.last_used_at`,
      }[order.by];
      return order.isDescending ? sql`${field} desc nulls last` : sql`${field} asc nulls last`;
    }
  }
}

export async function listCandidates(
  db: Db,
  resourceId: string,
  {
    filter,
    order,
    page,
    now,
  }: {
    filter: CandidateFilter;
    order: CandidateOrder;
    page: Pick<PageRequest, 'pageSize' | 'offset'>;
    now: Date;
  },
): Promise<{ rows: CandidateRow[]; count: number }> {
  const conditions = [sql`r.id = ${resourceId}`];
  if (filter.status !== 'all') conditions.push(sql`${candidateStatus(now)} = ${filter.status}`);
  if (filter.country) conditions.push(sql`p.country_code = ${filter.country}`);
  if (filter.protocol) conditions.push(sql`p.protocol = ${filter.protocol}`);
  if (filter.search?.trim()) {
    const pattern = containing(filter.search);
    conditions.push(sql`(p.host || ':' || p.port) ilike ${pattern}`);
  }
  const where = sql.join(conditions, sql` and `);
  const { rows } = await sql<CandidateRow>`
    select ${columns(now)} ${candidates} where ${where}
    order by ${toOrder(order)}, p.id limit ${page.pageSize} offset ${page.offset}`.execute(db);
  const counted = await sql<{ count: bigint }>`
    select count(*) as count ${candidates} where ${where}`.execute(db);
  return { rows, count: Number(counted.rows[0]?.count ?? 0) };
}
