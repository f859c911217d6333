import type { TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import {
  askForPayment,
  completedPayment,
  moveBooks,
  paymentsPath,
  signed,
  webhookPath,
} from '../sandbox-payments.ts';
import { customer, make, staff, type Write, type Writes } from './write.ts';

const adjustmentsPath = '/apix/admin/adjustments/';
const reason = 'The bank confirms it by letter';

async function pending(t: TestApp, body?: object): Promise<Write & { params: { uuid: string } }> {
  const who = await customer(t);
  const { uuid } = await askForPayment(t, who);
  return { who, params: { uuid }, ...(body && { body }) };
}

const credit = async (t: TestApp) => ({
  kind: 'adjustment',
  user: (await customer(t)).accountId,
  direction: 'credit',
  amount: '10.00',
  reason,
});

async function proposed(t: TestApp, body: object): Promise<Write> {
  const proposer = await staff(t, 'finance');
  const { uuid } = await make<{ uuid: string }>(t, proposer, adjustmentsPath, await credit(t));
  return { who: await staff(t, 'finance'), params: { uuid }, body };
}

export const paymentWrites: Writes = {
  [`POST ${paymentsPath}`]: async (t) => ({
    who: await customer(t),
    body: { amount: '25.00', pay_currency: 'USD' },
  }),
  [`PUT ${paymentsPath}:uuid/`]: (t) => pending(t, { description: 'For looms' }),
  [`PATCH ${paymentsPath}:uuid/`]: (t) => pending(t, { description: 'For looms' }),
  [`DELETE ${paymentsPath}:uuid/`]: async (t) => {
    const one = await pending(t);
    await make(t, one.who!, `${paymentsPath}${one.params.uuid}/cancel/`);
    return one;
  },
  [`POST ${paymentsPath}:uuid/cancel/`]: (t) => pending(t, {}),
  [`POST ${webhookPath}`]: async (t) => {
    const { params } = await pending(t);
    const event = await moveBooks(t, params.uuid, 'pay');
    return { who: null, raw: { content: Buffer.from(event), headers: signed(t, event) } };
  },
  'POST /apix/admin/webhook-events/:uuid/replay/': async (t) => {
    const { uuid } = await completedPayment(t, await customer(t));
    const who = await staff(t, 'finance');
    const list = `/apix/admin/webhook-events/?payment=${uuid}`;
    const { body } = await send(t, 'GET', list, undefined, who);
    return { who, params: { uuid: (body.results as { uuid: string }[])[0]!.uuid } };
  },
  [`POST ${adjustmentsPath}`]: async (t) => ({
    who: await staff(t, 'finance'),
    body: await credit(t),
  }),
  [`POST ${paymentsPath}:uuid/refund/`]: async (t) => {
    const { uuid } = await completedPayment(t, await customer(t));
    return { who: await staff(t, 'finance'), params: { uuid }, body: { reason } };
  },
  [`POST ${adjustmentsPath}:uuid/approve/`]: (t) => proposed(t, {}),
  [`POST ${adjustmentsPath}:uuid/reject/`]: (t) => proposed(t, { note: 'Not so' }),
};
