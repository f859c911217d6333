import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { respondCsv } from '#kernel/http/responses/csv-response.ts';
import { documentResponse } from '#kernel/http/responses/document-response.ts';
import { toPage, toPageRequest } from '#kernel/http/responses/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import * as contract from '../../wire/transactions.ts';
import type { Payments } from '../context.ts';
import { firstStatementMonth, writeStatement } from '../documents/documents.ts';
import { findVisible, readOwner, readRecordOwner } from '../payments/manage-payments.ts';
import type { PaymentRow } from '../payments/payment-store.ts';
import { readStatisticsOfPayment, readTypesOfPayment } from './payment-totals.ts';
import {
  findByReference,
  type ListQuery,
  readBalance,
  readByType,
  readCurrency,
  readPaymentBalance,
  readStatistics,
  type Scope,
  toFilter,
  toTransaction,
} from './transactions.ts';
import { toCsv } from './transactions-csv.ts';

type RequestUrl = { url: string };

export function transactionRoutes(api: Api, payments: Payments): void {
  const readWalletScope = (actor: Actor, { user }: { user?: string | undefined }): Scope => ({
    accountId: readOwner(actor, user),
    payment: null,
  });

  mount(api, contract.listTransactions, ({ db, actor, query, request }) =>
    respondWithList(payments, db, readWalletScope(actor, query), query, request),
  );
  mount(api, contract.readTransaction, async ({ db, actor, params, query }) =>
    respond(
      200,
      await readOne(
        payments,
        db,
        { accountId: readRecordOwner(actor, query.user), payment: null },
        params.uuid,
      ),
    ),
  );
  mount(api, contract.readBalance, async ({ db, actor, query }) =>
    respond(200, await readWalletBalance(payments, db, readOwner(actor, query.user), query)),
  );
  mount(api, contract.findByReference, ({ db, actor, query, request }) =>
    respondByReference(payments, db, readWalletScope(actor, query), query, request),
  );
  mount(api, contract.readByType, async ({ db, actor, query }) =>
    respond(200, await readByType(payments, db, readWalletScope(actor, query), query)),
  );
  mount(api, contract.readStatistics, async ({ db, actor, query }) =>
    respond(200, await readStatistics(payments, db, readWalletScope(actor, query), query)),
  );
  mount(api, contract.readStatement, async ({ actor, query, request }) => {
    const statement = { month: query.month, currency: readCurrency(query.currency) };
    const owner = readOwner(actor, query.user);
    const document = await payments.kernel.work.read((db) =>
      writeStatement(payments, db, owner, statement),
    );
    return documentResponse(document, request.headers);
  });
}

/** The same endpoints for the transactions of one payment. */
export function paymentTransactionRoutes(api: Api, payments: Payments): void {
  mount(api, contract.listPaymentTransactions, async ({ db, actor, params, query, request }) =>
    respondWithList(
      payments,
      db,
      await readPaymentScope(db, actor, params.payment_uuid),
      query,
      request,
    ),
  );
  mount(api, contract.readPaymentTransaction, async ({ db, actor, params }) =>
    respond(
      200,
      await readOne(
        payments,
        db,
        await readPaymentScope(db, actor, params.payment_uuid),
        params.uuid,
      ),
    ),
  );
  mount(api, contract.readPaymentBalance, async ({ db, actor, params }) => {
    const { payment } = await readPaymentScope(db, actor, params.payment_uuid);
    return respond(200, await readPaymentBalance(payments, db, payment));
  });
  mount(api, contract.findPaymentByReference, async ({ db, actor, params, query, request }) =>
    respondByReference(
      payments,
      db,
      await readPaymentScope(db, actor, params.payment_uuid),
      query,
      request,
    ),
  );
  mount(api, contract.readPaymentByType, async ({ db, actor, params, query }) => {
    const scope = await readPaymentScope(db, actor, params.payment_uuid);
    const { types, createdAfter, createdBefore } = toFilter(scope, query);
    const currency = readCurrency(query.currency, scope);
    const filter = { currency, types, createdAfter, createdBefore };
    return respond(200, await readTypesOfPayment(payments, db, scope.payment, filter));
  });
  mount(api, contract.readPaymentStatistics, async ({ db, actor, params, query }) => {
    const scope = await readPaymentScope(db, actor, params.payment_uuid);
    const filter = { currency: readCurrency(query.currency, scope), period: query.period };
    return respond(200, await readStatisticsOfPayment(payments, db, scope.payment, filter));
  });
}

async function readPaymentScope(db: Db, actor: Actor, paymentId: string) {
  const payment = await findVisible(db, actor, paymentId);
  return { accountId: payment.account_id, payment };
}

type BalanceQuery = { currency?: string | undefined; at?: string | undefined };

async function readWalletBalance(
  payments: Payments,
  db: Db,
  accountId: number,
  query: BalanceQuery,
) {
  const balance = await readBalance(payments, db, accountId, query);
  return { ...balance, statements_from: await firstStatementMonth(payments, db, accountId) };
}

type PageQuery = {
  page?: string | undefined;
  page_size?: string | undefined;
  limit?: string | undefined;
};

async function respondWithList(
  payments: Payments,
  db: Db,
  scope: Scope,
  query: ListQuery &
    PageQuery & { format?: 'json' | 'csv' | undefined; ordering?: string | undefined },
  { url }: RequestUrl,
) {
  const filter = toFilter(scope, query);
  if (query.format === 'csv') {
    const rows = payments.ledger.streamTransactions(db, filter, { ordering: query.ordering });
    return respondCsv('transactions', toCsv(rows));
  }
  const page = toPageRequest(query);
  const { transactions, total } = await payments.ledger.listTransactions(db, filter, {
    ...page,
    ordering: query.ordering,
  });
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  return respond(200, toPage(origin, page, total, transactions.map(toTransaction)));
}

async function readOne(
  { ledger }: Payments,
  db: Db,
  { accountId, payment }: { accountId: number | null; payment: PaymentRow | null },
  id: string,
) {
  const found = isUuid(id) ? await ledger.findTransaction(db, accountId, id) : null;
  if (!found || (payment && found.paymentId !== payment.id)) throw apiError(commonErrors.notFound);
  return toTransaction(found);
}

async function respondByReference(
  payments: Payments,
  db: Db,
  scope: Scope,
  query: PageQuery & { reference: string; currency?: string | undefined },
  { url }: RequestUrl,
) {
  const page = toPageRequest(query);
  const { total, results, ...totals } = await findByReference(payments, db, scope, query, page);
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  const { count, next, previous } = toPage(origin, page, total, results);
  return respond(200, { reference: query.reference, count, next, previous, ...totals, results });
}
