import type { Db } from '#kernel/database/database.ts';
import { toDecimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import { liveKeyPrefix } from '#lib/test-mode.ts';
import type { ApiKeyWire } from '../../wire/index.ts';
import { dailyRequestsCount } from '../../wire/keys.constants.ts';
import { readKeyStatus } from '../../wire/keys.states.ts';
import { readPlan } from '../entitlements.ts';
import { type KeyUse, readKeyUses, readMoneyBudget } from '../spending/spending-store.ts';
import type { UsedKeyRow } from './key-store.ts';
import { type KeyDay, listKeyDays, toDay } from './key-usage-store.ts';

/** The days of `daily_requests` as YYYY-MM-DD, today last. */
export const dailyRequestDays = (now: Date): string[] =>
  Array.from({ length: dailyRequestsCount }, (_, at) =>
    toDay(new Date(now.getTime() - (dailyRequestsCount - 1 - at) * dayMs)),
  );

export async function serializeKeys(
  db: Db,
  rows: readonly UsedKeyRow[],
  now: Date,
): Promise<ApiKeyWire[]> {
  const days = dailyRequestDays(now);
  const ids = rows.map(({ id }) => id);
  const byKey = Map.groupBy(await listKeyDays(db, ids, days[0]!), ({ key_id }) => key_id);
  const months = await readMonths(db, [...new Set(rows.map(({ account_id }) => account_id))], now);
  return rows.map((row) => {
    const month = months.get(row.account_id)!;
    return serializeKey(row, { days, used: byKey.get(row.id) ?? [], now, month });
  });
}

type Month = { uses: Map<string, KeyUse>; currency: string; end: Date };

async function readMonths(db: Db, accountIds: readonly number[], now: Date) {
  const months = new Map<number, Month>();
  for (const accountId of accountIds) {
    const { tariff, month } = await readPlan(db, accountId, now);
    const uses = await readKeyUses(db, accountId, month.start);
    months.set(accountId, { uses, currency: tariff.currency, end: month.end });
  }
  return months;
}

type KeyContext = { days: readonly string[]; used: readonly KeyDay[]; now: Date; month: Month };

function serializeKey(row: UsedKeyRow, { days, used, now, month }: KeyContext): ApiKeyWire {
  const status = readKeyStatus(row, now);
  const perDay = new Map(used.map(({ day, requests }) => [day, requests]));
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    prefix: row.key_preview.slice(0, liveKeyPrefix.length),
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
    ...serializeBudgets(row, month),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
  };
}

function serializeBudgets(row: UsedKeyRow, { uses, currency, end }: Month) {
  const { requests, cost } = uses.get(row.lineage_id) ?? { requests: 0, cost: '0' };
  const overage = readMoneyBudget(row);
  const requestsMax = row.requests_budget === null ? null : Number(row.requests_budget);
  const isSpent = overage !== null && toDecimal(overage).lte(cost);
  return {
    overage_budget: overage && toDecimalText(overage),
    overage_budget_currency: overage?.currency ?? null,
    requests_budget: requestsMax,
    month: {
      requests,
      overage_cost: toDecimalText(roundToAmount(cost, currency, 'down')),
      currency,
      resets_at: end.toISOString(),
    },
    budget_reached:
      requestsMax !== null && requests >= requestsMax
        ? ('requests' as const)
        : isSpent
          ? ('overage' as const)
          : null,
  };
}

const daysLeft = (expiresAt: Date | null, now: Date): number | null =>
  expiresAt && Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / dayMs));
