import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
import * as contract from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { findVisible } from '../payments/manage-payments.ts';
import { readRefundable } from '../refunds/refund-payment.ts';
import { type AdjustmentRow, listAdjustments, listAdjustmentsAfter } from './adjustment-store.ts';
import {
  type Approval,
  approveAdjustment,
  proposeAdjustment,
  readAdjustment,
  rejectAdjustment,
} from './adjustments.ts';
import { serializeAdjustments } from './serialize-adjustment.ts';

const columns = [
  'uuid',
  'kind',
  'status',
  'user',
  'user_email',
  'payment',
  'charge',
  'missed_period',
  'description',
  'direction',
  'amount',
  'currency',
  'reason',
  'proposed_by',
  'decided_by',
  'decision_note',
  'created_at',
  'decided_at',
];

const toCells = (row: contract.AdjustmentWire) => ({
  ...row,
  user: row.user.id,
  user_email: row.user.email,
  proposed_by: row.proposed_by.email,
  decided_by: row.decided_by?.email,
});

export function adjustmentRoutes(api: Api, payments: Payments): void {
  mount(api, contract.listAdjustments, async ({ db, query, request }) => {
    const show = (rows: readonly AdjustmentRow[]) => serializeAdjustments(payments, db, rows);
    if (query.format === 'csv') {
      const rows = streamRows<AdjustmentRow, Record<string, unknown>>(
        (last, count) => listAdjustmentsAfter(db, query, { last, count }),
        async (batch) => (await show(batch)).map(toCells),
      );
      return respondCsv('adjustments', csvStream(columns, rows));
    }
    return respondPage(
      api,
      { query, request },
      (page) => listAdjustments(db, query, page),
      (rows) => show(rows),
    );
  });
  mount(api, contract.readAdjustment, async ({ db, params }) =>
    respond(200, await readAdjustment(payments, db, params.uuid)),
  );
  mount(api, contract.proposeAdjustment, async ({ db, body, ...by }) =>
    respond(201, await proposeAdjustment(payments, db, by, body)),
  );
  mount(api, contract.readRefundable, async ({ db, actor, params }) => {
    const payment = await findVisible(db, actor, params.uuid);
    return respond(200, await readRefundable(payments, db, payment));
  });
  mount(api, contract.refundPayment, async ({ db, params, body, ...by }) => {
    const { id: payment } = await findVisible(db, by.actor, params.uuid);
    const proposal = { kind: 'refund' as const, payment, ...body };
    return respond(202, await proposeAdjustment(payments, db, by, proposal));
  });
  mount(api, contract.approveAdjustment, async ({ params, body, lastWrite, ...by }) => {
    const write = lastWrite(({ adjustment }: Approval) => respond(200, adjustment));
    return respond(200, await approveAdjustment(payments, by, params.uuid, body.note, write));
  });
  mount(api, contract.rejectAdjustment, async ({ db, params, body, ...by }) =>
    respond(200, await rejectAdjustment(payments, db, by, params.uuid, body.note)),
  );
}
