import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
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

export function clearingRoutes(api: Api, payments: Payments): void {
  mountDays(api);
  mountMovements(api, payments);
  mountItems(api, payments);
  mountBank(api, payments);
}

function mountDays(api: Api): void {
  mount(api, contract.listClearingDays, async ({ db, query, request }) => {
    if (query.format === 'csv') {
      const rows = await listStore.listDays(db, query, { limit: daysMax, offset: 0 });
      const cells = rows.map(toDay).map(({ check, ...day }) => ({ ...day, ...check }));
      return respondCsv('provider-days', csvStream(dayColumns, cells));
    }
    return respondPage(api, { query, request }, async ({ pageSize: limit, offset }) => {
      const rows = await listStore.listDays(db, query, { limit, offset });
      const total = { count: Number(rows[0]?.total ?? 0), isEstimate: false };
      return { rows: rows.map(toDay), total };
    });
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
      return respondCsv('provider-movements', csvStream(movementColumns, rows));
    }
    return respondPage(
      api,
      { query, request },
      (page) => listStore.listMovements(db, query, { page, now }),
      (rows) => rows.map(toMovement),
    );
  });
}

function mountItems(api: Api, { kernel }: Payments): void {
  mount(api, contract.listClearingItems, async ({ db, query, request }) => {
    const now = kernel.clock.now();
    return respondPage(
      api,
      { query, request },
      (page) => listStore.listOpenItems(db, query, page),
      (rows) => rows.map((row) => toItem(row, now)),
    );
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
  mount(api, contract.listBankLines, ({ db, query, request }) =>
    respondPage(
      api,
      { query, request },
      (page) => listLines(db, query, page),
      (rows) => rows.map(toBankLine),
    ),
  );
  mount(api, contract.uploadBankStatement, async ({ db, files, ...by }) =>
    respond(201, await uploadStatement(payments, db, by, files.file)),
  );
}
