import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { csvStream, streamRows } from '#kernel/http/responses/csv-response.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import * as contract from '../../wire/clearing.ts';
import type { Payments } from '../context.ts';
import { listLines } from './bank/bank-store.ts';
import { uploadStatement } from './bank/upload-statement.ts';
import * as listStore from './clearing-list-store.ts';
import { explainItem, lockItem } from './clearing-store.ts';
import { toBankLine, toDay, toItem, toMovement } from './serialize-clearing.ts';

/** Days of a CSV file. */
const daysMax = 10_000;

const dayColumns = [
  'day',
  'provider',
  'is_test',
  'currency',
  'opening',
  'charges',
  'refunds',
  'disputes',
  'fees',
  'converted',
  'payouts',
  'reserves',
  'other',
  'closing',
  'available',
  'pending',
  'booked',
  'difference',
  'open',
  'unexplained',
  'checked_at',
];
const movementColumns = [
  'occurred_at',
  'provider',
  'is_test',
  'provider_id',
  'category',
  'type',
  'currency',
  'amount',
  'fee',
  'fee_currency',
  'net',
  'source_amount',
  'source_currency',
  'subject',
  'payment_number',
  'journal',
  'description',
  'arrives_on',
  'bank',
];
const attachment = (name: string) => ({
  'content-disposition': `attachment; filename="${name}.csv"`,
});

export function clearingRoutes(api: Api, payments: Payments): void {
  mountDays(api, payments);
  mountMovements(api, payments);
  mountItems(api, payments);
  mountBank(api, payments);
}

function mountDays(api: Api, { kernel }: Payments): void {
  mount(api, contract.listClearingDays, async ({ db, query, request }) => {
    if (query.format === 'csv') {
      const rows = await listStore.listDays(db, query, { limit: daysMax, offset: 0 });
      const cells = rows.map(toDay).map(({ check, ...day }) => ({ ...day, ...check }));
      return respond(200, csvStream(dayColumns, cells), attachment('provider-days'));
    }
    const page = toPageRequest(query);
    const { pageSize: limit, offset } = page;
    const rows = await listStore.listDays(db, query, { limit, offset });
    const total = { count: Number(rows[0]?.total ?? 0), isEstimate: false };
    const origin = { siteUrl: kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, rows.map(toDay)));
  });
}

function mountMovements(api: Api, { kernel }: Payments): void {
  mount(api, contract.listProviderMovements, async ({ db, query, request }) => {
    const now = kernel.clock.now();
    if (query.format === 'csv') {
      const rows = streamRows(
        (last: listStore.ListedMovement | undefined, count) =>
          listStore.listMovementsAfter(db, query, { last, count, now }),
        (batch) => batch.map(toMovement),
      );
      return respond(200, csvStream(movementColumns, rows), attachment('provider-movements'));
    }
    const page = toPageRequest(query);
    const { rows, total } = await listStore.listMovements(db, query, { page, now });
    const origin = { siteUrl: kernel.config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, rows.map(toMovement)));
  });
}

function mountItems(api: Api, { kernel }: Payments): void {
  mount(api, contract.listClearingItems, async ({ db, query, request }) => {
    const now = kernel.clock.now();
    const page = toPageRequest(query);
    const { rows, total } = await listStore.listOpenItems(db, query, page);
    const origin = { siteUrl: kernel.config.SITE_URL, url: request.url };
    const results = rows.map((row) => toItem(row, now));
    return respond(200, toPage(origin, page, total, results));
  });
  mount(api, contract.explainClearingItem, async ({ db, params: { id }, body, actor, audit }) => {
    const now = kernel.clock.now();
    const before = isUuid(id) ? await lockItem(db, id) : undefined;
    if (!before) throw apiError(commonErrors.notFound);
    await explainItem(db, id, { note: body.note, by: actor.accountId, now });
    await audit.record(db, {
      type: 'clearing_item',
      id,
      before: { note: before.note },
      after: { note: body.note },
    });
    return respond(200, toItem((await listStore.findOpenItem(db, id))!, now));
  });
}

function mountBank(api: Api, payments: Payments): void {
  const { config } = payments.kernel;
  mount(api, contract.listBankLines, async ({ db, query, request }) => {
    const page = toPageRequest(query);
    const { rows, total } = await listLines(db, query, page);
    const origin = { siteUrl: config.SITE_URL, url: request.url };
    return respond(200, toPage(origin, page, total, rows.map(toBankLine)));
  });
  mount(api, contract.uploadBankStatement, async ({ db, files, ...by }) =>
    respond(201, await uploadStatement(payments, db, by, files.file)),
  );
}
