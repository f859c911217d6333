import type { Api } from '#server/http/api.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { Kernel } from '#server/kernel.ts';
import type { Actor } from '#server/ports.ts';
import * as contract from '../../usage-contract.ts';
import { findSeen, ownerOf } from '../subscriptions/own-subscriptions.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { exportGroups, exportRecords } from './export-usage.ts';
import { groupUsage } from './group-usage.ts';
import {
  directionOf,
  filterOf,
  findUsage,
  listUsage,
  type UsageQuery,
  type UsageScope,
} from './list-usage.ts';
import { readQuotaUse } from './quota-use.ts';
import { toSummary, toWire } from './usage-wire.ts';

export function usageRoutes(api: Api, subscriptions: Subscriptions): void {
  const { kernel } = subscriptions;
  async function scopeOf(actor: Actor, id: string): Promise<UsageScope> {
    const found = await findSeen(subscriptions, actor, id);
    const within = { from: found.starts_at, to: found.ended_at };
    return { accountId: found.account_id, within };
  }

  mount(api, contract.listUsage, ({ actor, query, request }) =>
    listIn(kernel, { accountId: ownerOf(actor, query.user) }, query, request.url),
  );
  mount(api, contract.readUsage, async ({ actor, params, query }) => {
    const scope = { accountId: ownerOf(actor, query.user) };
    return answer(200, toWire(await findUsage(kernel, scope, params.id)));
  });
  mount(api, contract.listSubscriptionUsage, async ({ actor, params, query, request }) =>
    listIn(kernel, await scopeOf(actor, params.subscription_id), query, request.url),
  );
  mount(api, contract.readSubscriptionUsage, async ({ actor, params }) => {
    const scope = await scopeOf(actor, params.subscription_id);
    return answer(200, toWire(await findUsage(kernel, scope, params.id)));
  });
}

const file = { 'content-disposition': 'attachment; filename="usage.csv"' };

async function listIn(kernel: Kernel, scope: UsageScope, query: UsageQuery, url: string) {
  const filter = filterOf(scope, query, kernel.clock.now());
  const direction = directionOf(query.ordering);
  const isFile = query.format === 'csv';
  if (isFile && !query.group_by) return answer(200, exportRecords(kernel, filter, direction), file);
  const page = pageRequestOf(query);
  const origin = { siteUrl: kernel.config.SITE_URL, url };
  const exactly = (count: number) => ({ count, isEstimate: false });
  if (query.group_by) {
    const { groups, sums } = await groupUsage(kernel, filter, query.group_by, query.ordering);
    if (isFile) return answer(200, exportGroups(groups), file);
    const shown = groups.slice(page.offset, page.offset + page.pageSize);
    const summary = toSummary(sums, query.metric, await readQuotaUse(kernel, scope.accountId));
    return answer(200, { ...toPage(origin, page, exactly(groups.length), shown), summary });
  }
  const { rows, count, sums } = await listUsage(kernel, filter, page, direction);
  const summary = toSummary(sums, query.metric, await readQuotaUse(kernel, scope.accountId));
  return answer(200, { ...toPage(origin, page, exactly(count), rows.map(toWire)), summary });
}
