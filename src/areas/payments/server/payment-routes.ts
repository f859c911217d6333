import type { Api } from '#server/http/api.ts';
import type { Audit } from '#server/http/audit.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import * as contract from '../contract.ts';
import { createPayment } from './create-payment.ts';
import { writeReceipt } from './documents.ts';
import {
  cancelPayment,
  editPayment,
  findSeen,
  hidePayment,
  listPayments,
  readPayment,
} from './manage-payments.ts';
import { answerPaper } from './paper-answer.ts';
import type { Payments } from './payments.ts';
import { refundPayment } from './refund-payment.ts';

export function paymentRoutes(api: Api, payments: Payments): void {
  const noteState = (audit: Audit, { uuid, status, amount_refunded }: contract.PaymentWire) =>
    audit.note(api.kernel.database.write, {
      type: 'payment',
      id: uuid,
      after: { status, amount_refunded },
    });
  mount(api, contract.listPayments, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listPayments(payments, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, total, results));
  });
  mount(api, contract.createPayment, async ({ actor, body }) =>
    answer(201, await createPayment(payments, actor, body)),
  );
  mount(api, contract.readPayment, async ({ actor, params, query }) => {
    const isFresh = query.refresh === 'true' || query.refresh === '1';
    return answer(200, await readPayment(payments, actor, params.uuid, { isFresh }));
  });
  mount(api, contract.putPayment, async ({ actor, params, body }) =>
    answer(200, await editPayment(payments, actor, params.uuid, body)),
  );
  mount(api, contract.patchPayment, async ({ actor, params, body }) =>
    answer(200, await editPayment(payments, actor, params.uuid, body)),
  );
  mount(api, contract.deletePayment, async ({ actor, params }) => {
    await hidePayment(payments, actor, params.uuid);
    return answer(204);
  });
  mount(api, contract.cancelPayment, async ({ actor, params, body, audit }) => {
    const payment = await cancelPayment(payments, actor, params.uuid, body.reason);
    await noteState(audit, payment);
    return answer(200, payment);
  });
  mount(api, contract.refundPayment, async ({ actor, params, body, audit }) => {
    const payment = await refundPayment(payments, actor, params.uuid, body);
    await noteState(audit, payment);
    return answer(200, payment);
  });
  mount(api, contract.readReceipt, async ({ actor, params, request }) => {
    const payment = await findSeen(payments, actor, params.uuid);
    return answerPaper(await writeReceipt(payments, payment), request.headers);
  });
}
