import type { Api } from '#kernel/http/api.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { csvStream, respondCsv, streamRows } from '#kernel/http/responses/csv-response.ts';
import * as staffContract from '../../wire/staff-withdrawals.ts';
import * as contract from '../../wire/withdrawals.ts';
import type { Payments } from '../context.ts';
import { readCurrency } from '../wallet/transactions.ts';
import {
  approveWithdrawal,
  readForStaff,
  rejectWithdrawal,
  returnWithdrawal,
  type Settlement,
  settleWithdrawal,
} from './decide-withdrawal.ts';
import {
  cancelWithdrawal,
  createWithdrawal,
  findOwnWithdrawal,
  readWithdrawalOptions,
} from './request-withdrawal.ts';
import {
  serializeForStaff,
  serializeWithdrawal,
  serializeWithdrawals,
} from './serialize-withdrawal.ts';
import { listWithdrawals, listWithdrawalsAfter, type WithdrawalRow } from './withdrawal-store.ts';

export function withdrawalRoutes(api: Api, payments: Payments): void {
  mount(api, contract.listWithdrawals, async ({ db, actor, query, request }) => {
    const filter = { ...query, accountId: actor.accountId };
    return respondPage(
      api,
      { query, request },
      (page) => listWithdrawals(db, filter, page),
      (rows) => serializeWithdrawals(db, rows),
    );
  });
  mount(api, contract.readWithdrawalOptions, async ({ db, actor, query }) =>
    respond(200, await readWithdrawalOptions(payments, db, actor, readCurrency(query.currency))),
  );
  mount(api, contract.createWithdrawal, async ({ db, actor, body }) =>
    respond(201, await createWithdrawal(payments, db, actor, body)),
  );
  mount(api, contract.readWithdrawal, async ({ db, actor, params }) =>
    respond(200, await serializeWithdrawal(db, await findOwnWithdrawal(db, actor, params.uuid))),
  );
  mount(api, contract.cancelWithdrawal, async ({ db, actor, params }) =>
    respond(200, await cancelWithdrawal(payments, db, actor, params.uuid)),
  );
}

const columns = [
  'internal_id',
  'uuid',
  'status',
  'user',
  'user_email',
  'amount',
  'fee',
  'net',
  'currency',
  'destination',
  'masked',
  'payment',
  'reference',
  'approved_by',
  'settled_by',
  'created_at',
  'status_changed_at',
];

const toCells = ({ destination, ...row }: staffContract.StaffWithdrawalWire) => ({
  ...row,
  user: row.user.id,
  user_email: row.user.email,
  destination: destination.kind,
  masked: destination.masked,
  payment: row.payment_number,
  approved_by: row.approved_by?.email,
  settled_by: row.settled_by?.email,
});

export function staffWithdrawalRoutes(api: Api, payments: Payments): void {
  mount(api, staffContract.listStaffWithdrawals, async ({ db, query, request }) => {
    const accountId = query.user === undefined ? undefined : Number(query.user);
    const filter = { status: query.status, accountId };
    if (query.format === 'csv') {
      const rows = streamRows<WithdrawalRow, Record<string, unknown>>(
        (last, count) => listWithdrawalsAfter(db, filter, { last, count }),
        async (batch) => (await serializeForStaff(payments, db, batch)).map(toCells),
      );
      return respondCsv('withdrawals', csvStream(columns, rows));
    }
    return respondPage(
      api,
      { query, request },
      (page) => listWithdrawals(db, filter, page),
      (rows) => serializeForStaff(payments, db, rows),
    );
  });
  mount(api, staffContract.readStaffWithdrawal, async ({ db, params }) =>
    respond(200, await readForStaff(payments, db, params.uuid)),
  );
  mount(api, staffContract.approveWithdrawal, async ({ db, params, ...by }) =>
    respond(200, await approveWithdrawal(payments, db, by, params.uuid)),
  );
  mount(api, staffContract.rejectWithdrawal, async ({ db, params, body, ...by }) =>
    respond(200, await rejectWithdrawal(payments, db, by, params.uuid, body.reason)),
  );
  mount(api, staffContract.settleWithdrawal, async ({ params, body, lastWrite, ...by }) => {
    const write = lastWrite(({ withdrawal }: Settlement) => respond(200, withdrawal));
    const { uuid } = params;
    return respond(200, await settleWithdrawal(payments, by, uuid, body.reference, write));
  });
  mount(api, staffContract.returnWithdrawal, async ({ db, params, body, ...by }) =>
    respond(200, await returnWithdrawal(payments, db, by, params.uuid, body.reason)),
  );
}
