import type { Db } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { dailyRequestsCount, keyPrefix } from '../../wire/keys.constants.ts';
import { keyStatusOf } from '../../wire/keys.states.ts';
import type { UsedKeyRow } from './key-store.ts';
import { dayOf } from './key-usage-counter.ts';
import { type KeyDay, listKeyDays } from './key-usage-store.ts';

/** The days of `daily_requests` as YYYY-MM-DD, today last. */
export const dailyRequestDays = (now: Date): string[] =>
  Array.from({ length: dailyRequestsCount }, (_, at) =>
    dayOf(new Date(now.getTime() - (dailyRequestsCount - 1 - at) * dayMs)),
  );

export async function serializeKeys(
  db: Db,
  rows: readonly UsedKeyRow[],
  now: Date,
): Promise<ApiKeyWire[]> {
  const days = dailyRequestDays(now);
  const ids = rows.map(({ id }) => id);
  const byKey = Map.groupBy(await listKeyDays(db, ids, days[0]!), ({ key_id }) => key_id);
  return rows.map((row) => serializeKey(row, { days, used: byKey.get(row.id) ?? [], now }));
}

function serializeKey(
  row: UsedKeyRow,
  { days, used, now }: { days: readonly string[]; used: readonly KeyDay[]; now: Date },
): ApiKeyWire {
  const status = keyStatusOf(row, now);
  const perDay = new Map(used.map(({ day, requests }) => [day, requests]));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    prefix: keyPrefix,
    key_preview: row.key_preview,
    status,
    status_reason: row.status_reason,
    is_active: row.is_active && status !== 'revoked',
    is_expired: row.expires_at !== null && row.expires_at <= now,
    is_valid: status === 'active',
    scopes: row.scopes,
    allowed_ips: row.allowed_ips,
    total_requests: Number(row.requests ?? 0),
    daily_requests: days.map((day) => perDay.get(day) ?? 0),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    expires_at: row.expires_at?.toISOString() ?? null,
    days_until_expiry: daysLeft(row.expires_at, now),
    lineage_id: row.lineage_id,
    replaced_by: row.replaced_by,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

const daysLeft = (expiresAt: Date | null, now: Date): number | null =>
  expiresAt && Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs));
