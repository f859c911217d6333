import { commonErrors } from '#lib/endpoint.ts';
import type { Api } from '#server/http/api.ts';
import { fail } from '#server/http/errors.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { Actor } from '#server/ports.ts';
import * as contract from '../contract.ts';
import { writeStatement } from './documents.ts';
import { toCsv } from './export-csv.ts';
import { findSeen, ownerOf } from './manage-payments.ts';
import { answerPaper } from './paper-answer.ts';
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

  mount(api, contract.listTransactions, ({ actor, query, request }) =>
    listIn(payments, walletOf(actor, query), query, request),
  );
  mount(api, contract.readTransaction, async ({ actor, params, query }) =>
    answer(200, await readIn(payments, walletOf(actor, query), params.uuid)),
  );
  mount(api, contract.readBalance, async ({ actor, query }) =>
    answer(200, await readBalance(payments, ownerOf(actor, query.user), query)),
  );
  mount(api, contract.findByReference, ({ actor, query, request }) =>
    referenceIn(payments, walletOf(actor, query), query, request),
  );
  mount(api, contract.readByType, async ({ actor, query }) =>
    answer(200, await readByType(payments, walletOf(actor, query), query)),
  );
  mount(api, contract.readStatistics, async ({ actor, query }) =>
    answer(200, await readStatistics(payments, walletOf(actor, query), query)),
  );
  mount(api, contract.readStatement, async ({ actor, query, request }) => {
    const of = { month: query.month, currency: readCurrency(query.currency) };
    const owner = ownerOf(actor, query.user);
    return answerPaper(await writeStatement(payments, owner, of), request.headers);
  });
}

/** The same calls, for the transactions of one payment. */
export function paymentTransactionRoutes(api: Api, payments: Payments): void {
  async function scopeOf(actor: Actor, paymentId: string) {
    const payment = await findSeen(payments, actor, paymentId);
    return { accountId: payment.account_id, payment };
  }
  mount(api, contract.listPaymentTransactions, async ({ actor, params, query, request }) =>
    listIn(payments, await scopeOf(actor, params.payment_uuid), query, request),
  );
  mount(api, contract.readPaymentTransaction, async ({ actor, params }) =>
    answer(200, await readIn(payments, await scopeOf(actor, params.payment_uuid), params.uuid)),
  );
  mount(api, contract.readPaymentBalance, async ({ actor, params }) => {
    const { payment } = await scopeOf(actor, params.payment_uuid);
    return answer(200, await readPaymentBalance(payments, payment));
  });
  mount(api, contract.findPaymentByReference, async ({ actor, params, query, request }) =>
    referenceIn(payments, await scopeOf(actor, params.payment_uuid), query, request),
  );
  mount(api, contract.readPaymentByType, async ({ actor, params, query }) => {
    const scope = await scopeOf(actor, params.payment_uuid);
    const { types, createdAfter, createdBefore } = filterOf(scope, query);
    const currency = readCurrency(query.currency, scope);
    const wanted = { currency, types, createdAfter, createdBefore };
    return answer(200, await readTypesOfPayment(payments, scope.payment, wanted));
  });
  mount(api, contract.readPaymentStatistics, async ({ actor, params, query }) => {
    const scope = await scopeOf(actor, params.payment_uuid);
    const wanted = { currency: readCurrency(query.currency, scope), period: query.period };
    return answer(200, await readStatisticsOfPayment(payments, scope.payment, wanted));
  });
}

type PageQuery = {
  page?: string | undefined;
  page_size?: string | undefined;
  limit?: string | undefined;
};

async function listIn(
  payments: Payments,
  scope: Scope,
  query: ListQuery &
    PageQuery & { format?: 'json' | 'csv' | undefined; ordering?: string | undefined },
  { url }: Asked,
) {
  const filter = filterOf(scope, query);
  if (query.format === 'csv') {
    const file = { 'content-disposition': 'attachment; filename="transactions.csv"' };
    const rows = payments.ledger.streamTransactions(filter, { ordering: query.ordering });
    return answer(200, toCsv(rows), file);
  }
  const page = pageRequestOf(query);
  const { transactions, total } = await payments.ledger.listTransactions(filter, {
    ...page,
    ordering: query.ordering,
  });
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  return answer(200, toPage(origin, page, total, transactions.map(toWire)));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function readIn({ ledger }: Payments, { accountId, payment }: Scope, id: string) {
  const found = uuid.test(id) ? await ledger.findTransaction(accountId, id) : null;
  if (!found || (payment && found.paymentId !== payment.id)) throw fail(commonErrors.notFound);
  return toWire(found);
}

async function referenceIn(
  payments: Payments,
  scope: Scope,
  query: PageQuery & { reference: string; currency?: string | undefined },
  { url }: Asked,
) {
  const page = pageRequestOf(query);
  const { total, results, ...totals } = await findByReference(payments, scope, query, page);
  const origin = { siteUrl: payments.kernel.config.SITE_URL, url };
  const { count, next, previous } = toPage(origin, page, total, results);
  return answer(200, { reference: query.reference, count, next, previous, ...totals, results });
}
