import type { Api } from '#kernel/http/api.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import { mount, type RequestContext, respond } from '#kernel/http/mount.ts';
import { respondPage } from '#kernel/http/respond-page.ts';
import { documentResponse } from '#kernel/http/responses/document-response.ts';
import type { RelatedObjects } from '#kernel/ports.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import * as contract from '../../wire/payments.ts';
import { type CancelledPayment, cancelPayment } from '../checkout/cancel-payment.ts';
import { createPayment, readAmount } from '../checkout/create-payment.ts';
import type { Payments } from '../context.ts';
import { writeReceipt } from '../documents/documents.ts';
import {
  editPayment,
  findVisible,
  hidePayment,
  listPayments,
  readPayment,
  refreshPayment,
} from './manage-payments.ts';

type NewPayment = RequestContext<typeof contract.createPayment>;

/** Amounts in other currencies are checked with the currency itself. */
function checkDollars({ amount, currency }: Partial<contract.CreatePaymentBody>): void {
  if (amount !== undefined && currency === 'USD') readAmount(amount, currency);
}

export function paymentRoutes(api: Api, payments: Payments, related: RelatedObjects): void {
  const { work } = payments.kernel;
  mount(api, contract.listPayments, ({ db, actor, query, request }) =>
    respondPage(api, { query, request }, (page) => listPayments(db, actor, query, page)),
  );
  const create = async ({ actor, body, lastWrite }: NewPayment) => {
    const { subscription } = body;
    if (subscription && !(await related.findLabel(actor.accountId, 'subscription', subscription)))
      throw new InvalidInput({ subscription: ['Unknown subscription.'] });
    const write = lastWrite((payment: PaymentWire) => respond(201, payment));
    return respond(201, await createPayment(payments, actor, body, write));
  };
  mount(api, contract.createPayment, create, [checkDollars]);
  mount(api, contract.readPayment, async ({ actor, params, query }) => {
    if (query.refresh === 'true' || query.refresh === '1')
      await refreshPayment(payments, actor, params.uuid);
    const payment = await work.read((db) => readPayment(payments, db, actor, params.uuid));
    return respond(200, payment);
  });
  mount(api, contract.putPayment, async ({ db, actor, params, body }) =>
    respond(200, await editPayment(payments, db, actor, params.uuid, body)),
  );
  mount(api, contract.patchPayment, async ({ db, actor, params, body }) =>
    respond(200, await editPayment(payments, db, actor, params.uuid, body)),
  );
  mount(api, contract.deletePayment, async ({ db, actor, params }) => {
    await hidePayment(payments, db, actor, params.uuid);
    return respond(204);
  });
  mount(api, contract.cancelPayment, async ({ params, body, lastWrite, ...by }) => {
    const write = lastWrite(({ wire }: CancelledPayment) => respond(200, wire));
    return respond(200, await cancelPayment(payments, by, params.uuid, body.reason, write));
  });
  mount(api, contract.readReceipt, async ({ actor, params, request }) => {
    const document = await work.read(async (db) =>
      writeReceipt(payments, db, await findVisible(db, actor, params.uuid)),
    );
    return documentResponse(document, request.headers);
  });
}
