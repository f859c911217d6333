import type { Api } from '#server/http/api.ts';
import { InvalidInput } from '#server/http/errors.ts';
import { answer, mount } from '#server/http/mount.ts';
import { pageRequestOf, toPage } from '#server/http/pages.ts';
import type { RelatedObjects } from '#server/ports.ts';
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

export function paymentRoutes(api: Api, payments: Payments, related: RelatedObjects): void {
  mount(api, contract.listPayments, async ({ actor, query, request }) => {
    const page = pageRequestOf(query);
    const { results, total } = await listPayments(payments, actor, query, page);
    const origin = { siteUrl: api.kernel.config.SITE_URL, url: request.url };
    return answer(200, toPage(origin, page, total, results));
  });
  mount(api, contract.createPayment, async ({ actor, body }) => {
    const { subscription } = body;
    if (subscription && !(await related.findLabel(actor.accountId, 'subscription', subscription)))
      throw new InvalidInput({ subscription: ['Unknown subscription.'] });
    return answer(201, await createPayment(payments, actor, body));
  });
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
    const { status } = payment;
    await audit.note(api.kernel.database.write, {
      type: 'payment',
      id: payment.uuid,
      after: { status },
    });
    return answer(200, payment);
  });
  mount(api, contract.readReceipt, async ({ actor, params, request }) => {
    const payment = await findSeen(payments, actor, params.uuid);
    return answerPaper(await writeReceipt(payments, payment), request.headers);
  });
}
