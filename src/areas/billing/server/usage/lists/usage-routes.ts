import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import * as contract from '../../../wire/usage.ts';
import { readPlan } from '../../entitlements.ts';
import { findVisible, targetAccountId } from '../../subscriptions/find-subscriptions.ts';
import { readQuotaUse } from '../alerts/quota-use.ts';
import { exportGroups, exportRecords } from './export-usage.ts';
import { groupUsage } from './group-usage.ts';
import {
  findUsage,
  listUsage,
  readDirection,
  toUsageFilter,
  type UsageQuery,
  type UsageScope,
} from './list-usage.ts';
import { serializeRecord, serializeSummary } from './serialize-usage.ts';

export function usageRoutes(api: Api): void {
  const { kernel } = api;
  const { SITE_URL: siteUrl } = kernel.config;
  async function readIn(db: Db, scope: UsageScope, id: string) {
    const { tariff } = await readPlan(db, scope.accountId, kernel.clock.now());
    const record = await findUsage(db, scope, id);
    return respond(200, serializeRecord(record, { siteUrl, currency: tariff.currency }));
  }
  async function readScope(db: Db, actor: Actor, id: string): Promise<UsageScope> {
    const subscription = await findVisible(db, actor, id);
    const within = { from: subscription.starts_at, to: subscription.ended_at };
    return { accountId: subscription.account_id, within };
  }

  mount(api, contract.listUsage, ({ db, actor, query, request }) =>
    listIn(kernel, db, { accountId: targetAccountId(actor, query.user) }, query, request.url),
  );
  mount(api, contract.readUsage, async ({ db, actor, params, query }) => {
    return readIn(db, { accountId: targetAccountId(actor, query.user) }, params.id);
  });
  mount(api, contract.listSubscriptionUsage, async ({ db, actor, params, query, request }) =>
    listIn(kernel, db, await readScope(db, actor, params.subscription_id), query, request.url),
  );
  mount(api, contract.readSubscriptionUsage, async ({ db, actor, params }) => {
    return readIn(db, await readScope(db, actor, params.subscription_id), params.id);
  });
}

async function listIn(
  { clock, config }: Kernel,
  db: Db,
  scope: UsageScope,
  query: UsageQuery,
  url: string,
) {
  const now = clock.now();
  const { SITE_URL: siteUrl } = config;
  if (query.request_id && query.group_by)
    throw new InvalidInput({ request_id: ['Cannot be combined with `group_by`.'] });
  const filter = toUsageFilter(scope, query, now);
  const direction = readDirection(query.ordering);
  const isFile = query.format === 'csv';
  const { currency } = (await readPlan(db, scope.accountId, now)).tariff;
  const format = { siteUrl, currency };
  if (isFile && !query.group_by)
    return respondCsv('usage', exportRecords(db, filter, { direction, ...format }));
  const page = toPageRequest(query);
  const origin = { siteUrl, url };
  const exactly = (count: number) => ({ count, isEstimate: false });
  if (query.group_by) {
    const { group_by, ordering } = query;
    const { groups, sums } = await groupUsage(db, filter, group_by, { ordering, currency });
    if (isFile) return respondCsv('usage', exportGroups(groups));
    const pageGroups = groups.slice(page.offset, page.offset + page.pageSize);
    const quotas = await readQuotaUse(db, scope.accountId, now);
    const summary = serializeSummary(sums, query.metric, { quotas, currency });
    return respond(200, { ...toPage(origin, page, exactly(groups.length), pageGroups), summary });
  }
  const { rows, count, sums } = await listUsage(db, filter, page, direction);
  const quotas = await readQuotaUse(db, scope.accountId, now);
  const summary = serializeSummary(sums, query.metric, { quotas, currency });
  return respond(200, {
    ...toPage(
      origin,
      page,
      exactly(count),
      rows.map((row) => serializeRecord(row, format)),
    ),
    summary,
  });
}
