import { cardSetupsPath, cardsPath } from '#areas/payments/wire/cards.ts';
import { paymentSettingsPath } from '#areas/payments/wire/settings.ts';
import { createId } from '#kernel/ids.ts';
import { saveCard } from '../../factories/cards.ts';
import {
  applySandboxAction,
  createCompletedPayment,
  createSandboxPayment,
  paymentsPath,
  signWebhook,
  webhookPath,
} from '../../factories/payments.ts';
import {
  bankAccount,
  createWithdrawal,
  decideWithdrawal,
  staffWithdrawalsPath,
  withdrawalsPath,
} from '../../factories/withdrawals.ts';
import type { TestApp } from '../../harness.ts';
import { send } from '../../requests.ts';
import { createForm, createVia, newCustomer, newStaff, type Write, type Writes } from './write.ts';

const adjustmentsPath = '/apix/admin/adjustments/';
const reason = 'The bank confirms it by letter';

async function withPendingPayment(
  t: TestApp,
  body?: object,
): Promise<Write & { params: { uuid: string } }> {
  const who = await newCustomer(t);
  const { uuid } = await createSandboxPayment(t, who);
  return { who, params: { uuid }, ...(body && { body }) };
}

const creditBody = async (t: TestApp) => ({
  kind: 'adjustment',
  user: (await newCustomer(t)).accountId,
  direction: 'credit',
  amount: '10.00',
  reason,
});

async function withProposal(t: TestApp, body: object): Promise<Write> {
  const proposer = await newStaff(t, 'finance');
  const { uuid } = await createVia<{ uuid: string }>(
    t,
    proposer,
    adjustmentsPath,
    await creditBody(t),
  );
  return { who: await newStaff(t, 'finance'), params: { uuid }, body };
}

async function withMoney(t: TestApp) {
  const who = await newCustomer(t);
  await createCompletedPayment(t, who);
  return who;
}

type Step = 'requested' | 'approved' | 'settled';
const paid = { reference: 'SEPA 4711' };

/** Of one customer, to be decided by a member of finance who had no part in it. */
async function withWithdrawal(t: TestApp, until: Step, body?: object): Promise<Write> {
  const { uuid } = await createWithdrawal(t, await withMoney(t));
  if (until !== 'requested')
    await decideWithdrawal(t, await newStaff(t, 'finance'), uuid, 'approve');
  if (until === 'settled')
    await decideWithdrawal(t, await newStaff(t, 'finance'), uuid, 'settle', paid);
  return { who: await newStaff(t, 'finance'), params: { uuid }, ...(body && { body }) };
}

async function withCard(t: TestApp): Promise<Write> {
  const who = await newCustomer(t);
  await saveCard(t, who);
  const { uuid } = await saveCard(t, who);
  return { who, params: { uuid } };
}

export const paymentWrites: Writes = {
  [`POST ${paymentsPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: { amount: '25.00', pay_currency: 'USD' },
  }),
  [`PUT ${paymentsPath}:uuid/`]: (t) => withPendingPayment(t, { description: 'For looms' }),
  [`PATCH ${paymentsPath}:uuid/`]: (t) => withPendingPayment(t, { description: 'For looms' }),
  [`DELETE ${paymentsPath}:uuid/`]: async (t) => {
    const one = await withPendingPayment(t);
    await createVia(t, one.who!, `${paymentsPath}${one.params.uuid}/cancel/`);
    return one;
  },
  [`POST ${paymentsPath}:uuid/cancel/`]: (t) => withPendingPayment(t, {}),
  [`POST ${webhookPath}`]: async (t) => {
    const { params } = await withPendingPayment(t);
    const event = await applySandboxAction(t, params.uuid, 'pay');
    return { who: null, raw: { content: Buffer.from(event), headers: signWebhook(t, event) } };
  },
  'POST /apix/admin/webhook-events/:uuid/replay/': async (t) => {
    const { uuid } = await createCompletedPayment(t, await newCustomer(t));
    const who = await newStaff(t, 'finance');
    const list = `/apix/admin/webhook-events/?payment=${uuid}`;
    const { body } = await send(t, 'GET', list, undefined, who);
    return { who, params: { uuid: (body.results as { uuid: string }[])[0]!.uuid } };
  },
  [`POST ${adjustmentsPath}`]: async (t) => ({
    who: await newStaff(t, 'finance'),
    body: await creditBody(t),
  }),
  [`POST ${paymentsPath}:uuid/refund/`]: async (t) => {
    const { uuid } = await createCompletedPayment(t, await newCustomer(t));
    return { who: await newStaff(t, 'finance'), params: { uuid }, body: { reason } };
  },
  [`POST ${adjustmentsPath}:uuid/approve/`]: (t) => withProposal(t, {}),
  [`POST ${adjustmentsPath}:uuid/reject/`]: (t) => withProposal(t, { note: 'Not so' }),
  [`POST ${cardSetupsPath}`]: async (t) => ({ who: await newCustomer(t), body: {} }),
  [`PATCH ${paymentSettingsPath}`]: async (t) => ({
    who: await newCustomer(t),
    body: { charge_first: 'card' },
  }),
  [`POST ${cardsPath}:uuid/default/`]: withCard,
  [`DELETE ${cardsPath}:uuid/`]: withCard,
  'POST /apix/admin/clearing/items/:id/explain/': async (t) => {
    const id = createId(t.clock.now());
    const since = t.clock.now();
    const item = { id, provider: 'stripe', amount: '1.00', currency: 'USD', since };
    await t.kernel.database.write.insertInto('clearing_item').values(item).execute();
    return { who: await newStaff(t, 'finance'), params: { id }, body: { note: reason } };
  },
  'POST /apix/admin/clearing/bank-statements/': async (t) => ({
    who: await newStaff(t, 'finance'),
    raw: await createForm(
      'file',
      Buffer.from(`date,amount,currency\n2026-11-20,1.00,USD\n`),
      'bank.csv',
    ),
  }),
  [`POST ${withdrawalsPath}`]: async (t) => ({
    who: await withMoney(t),
    body: { amount: '20.00', ...bankAccount },
  }),
  [`POST ${withdrawalsPath}:uuid/cancel/`]: async (t) => {
    const who = await withMoney(t);
    const { uuid } = await createWithdrawal(t, who);
    return { who, params: { uuid } };
  },
  [`POST ${staffWithdrawalsPath}:uuid/approve/`]: (t) => withWithdrawal(t, 'requested'),
  [`POST ${staffWithdrawalsPath}:uuid/reject/`]: (t) => withWithdrawal(t, 'requested', { reason }),
  [`POST ${staffWithdrawalsPath}:uuid/settle/`]: (t) => withWithdrawal(t, 'approved', paid),
  [`POST ${staffWithdrawalsPath}:uuid/return/`]: (t) => withWithdrawal(t, 'settled', { reason }),
};
