import type { Db } from '#kernel/database/database.ts';
import type { Api } from '#kernel/http/api.ts';
import { apiError } from '#kernel/http/errors.ts';
import { mount, respond } from '#kernel/http/mount.ts';
import { pageRequestOf, toPage } from '#kernel/http/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as contract from '../contract.ts';
import { firstStatementMonth, writeStatement } from './documents.ts';
import { toCsv } from './export-csv.ts';
import { findSeen, ownerOf, ownerOfOne } from './manage-payments.ts';
import { answerPaper } from './paper-answer.ts';
import type { PaymentRow } from './payment-store.ts';
import { readStatisticsOfPayment, readTypesOfPayment } from './payment-totals.ts';
import type { Payments } from './payments.ts';
import {
  filterOf,
  findByReference,
  type ListQuery,
  readBalance,
  readByType,
  readCurrency,
  readPaymentBalance,
  readStatistics,
  type Scope,
  toWire,
} from './transactions.ts';

type Asked = { url: string };

export function transactionRoutes(api: Api, payments: Payments): void {
  const walletOf = (actor: Actor, { user }: { user?: string | undefined }): Scope => ({
    accountId: ownerOf(actor, user),
    payment: null,
  });

  mount(api, contract.listTransactions, ({ db, actor, query, request }) =>
    listIn(payments, db, walletOf(actor, query), query, request),
  );
  mount(api, contract.readTransaction, async ({ db, actor, params, query }) =>
    respond(
      200,
      await readIn(
        payments,
        db,
        { accountId: ownerOfOne(actor, query.user), payment: null },
        params.uuid,
      ),
    ),
  );
  mount(api, contract.readBalance, async ({ db, actor, query }) =>
    respond(200, await balanceIn(payments, db, ownerOf(actor, query.user), query)),
  );
  mount(api, contract.findByReference, ({ db, actor, query, request }) =>
    referenceIn(payments, db, walletOf(actor, query), query, request),
  );
  mount(api, contract.readByType, async ({ db, actor, query }) =>
    respond(200, await readByType(payments, db, walletOf(actor, query), query)),
  );
  mount(api, contract.readStatistics, async ({ db, actor, query }) =>
    respond(200, await readStatistics(payments, db, walletOf(actor, query), query)),
  );
  mount(api, contract.readStatement, async ({ actor, query, request }) => {
    const of = { month: query.month, currency: readCurrency(query.currency) };
    const owner = ownerOf(actor, query.user);
    const paper = await payments.kernel.work.read((db) => writeStatement(payments, db, owner, of));
    return answerPaper(paper, request.headers);
  });
}

/** The same calls, for the transactions of one payment. */
export function paymentTransactionRoutes(api: Api, payments: Payments): void {
  mount(api, contract.listPaymentTransactions, async ({ db, actor, params, query, request }) =>
    listIn(payments, db, await scopeOf(db, actor, params.payment_uuid), query, request),
  );
  mount(api, contract.readPaymentTransaction, async ({ db, actor, params }) =>
    respond(
      200,
      await readIn(payments, db, await scopeOf(db, actor, params.payment_uuid), params.uuid),
    ),
  );
  mount(api, contract.readPaymentBalance, async ({ db, actor, params }) => {
    const { payment } = await scopeOf(db, actor, params.payment_uuid);
    return respond(200, await readPaymentBalance(payments, db, payment));
  });
  mount(api, contract.findPaymentByReference, async ({ db, actor, params, query, request }) =>
    referenceIn(payments, db, await scopeOf(db, actor, params.payment_uuid), query, request),
  );
  mount(api, contract.readPaymentByType, async ({ db, actor, params, query }) => {
    const scope = await scopeOf(db, actor, params.payment_uuid);
    const { types, createdAfter, createdBefore } = filterOf(scope, query);
    const currency = readCurrency(query.currency, scope);
    const wanted = { currency, types, createdAfter, createdBefore };
    return respond(200, await readTypesOfPayment(payments, db, scope.payment, wanted));
  });
  mount(api, contract.readPaymentStatistics, async ({ db, actor, params, query }) => {
    const scope = await scopeOf(db, actor, params.payment_uuid);
    const wanted = { currency: readCurrency(query.currency, scope), period: query.period };
    return respond(200, await readStatisticsOfPayment(payments, db, scope.payment, wanted));
  });
}

async function scopeOf(db: Db, actor: Actor, paymentId: string) {
  const payment = await findSeen(db, actor, paymentId);
  return { accountId: payment.account_id, payment };
}

type BalanceQuery = { currency?: string | undefined; at?: string | undefined };

async function balanceIn(payments: Payments, db: Db, accountId: number, query: BalanceQuery) {
  const balance = await readBalance(payments, db, accountId, query);
  return { ...balance, statements_from: await firstStatementMonth(payments, db, accountId) };
}

type PageQuery = {
  page?: string | undefined;
  page_size?: string | undefined;
  limit?: string | undefined;
};

async function listIn(
  payments: Payments,
  db: Db,
  scope: Scope,
  query: ListQuery &
    PageQuery & { format?: 'json' | 'csv' | undefined; ordering?: string | undefined },
  { url }: Asked,
) {
  const filter = filterOf(scope, query);
  if (query.format === 'csv') {
    const file = { 'content-disposition': 'attachment; filename="transactions.csv"' };
    const rows = payments.ledger.streamTransactions(db, filter, { ordering: query.ordering });
    return respond(200, toCsv(rows), file);
  }
  const page = pageRequestOf(query);
  const { transactions, total } = await payments.ledger.listTransactions(db, filter, {
    ...page,
    ordering: query.ordering,
  });
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  return respond(200, toPage(origin, page, total, transactions.map(toWire)));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function readIn(
  { ledger }: Payments,
  db: Db,
  { accountId, payment }: { accountId: number | null; payment: PaymentRow | null },
  id: string,
) {
  const found = uuid.test(id) ? await ledger.findTransaction(db, accountId, id) : null;
  if (!found || (payment && found.paymentId !== payment.id)) throw apiError(commonErrors.notFound);
  return toWire(found);
}

async function referenceIn(
  payments: Payments,
  db: Db,
  scope: Scope,
  query: PageQuery & { reference: string; currency?: string | undefined },
  { url }: Asked,
) {
  const page = pageRequestOf(query);
  const { total, results, ...totals } = await findByReference(payments, db, scope, query, page);
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  const { count, next, previous } = toPage(origin, page, total, results);
  return respond(200, { reference: query.reference, count, next, previous, ...totals, results });
}
