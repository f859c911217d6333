// Customers of the simulation: what they and the staff do with money, over HTTP, at random.
import type { CardBehavior } from '#areas/payments/server/providers/sandbox/sandbox-card-behaviors.ts';
import { cardSetupsPath } from '#areas/payments/wire/cards.ts';
import { listCards, saveAtSandbox } from '../factories/cards.ts';
import { germanCompany, saveProfile } from '../factories/invoices.ts';
import { countRequests } from '../factories/overage.ts';
import { applySandboxAction, paymentsPath, sendWebhook } from '../factories/payments.ts';
import { subscriptionsPath } from '../factories/subscriptions.ts';
import { bankAccount, staffWithdrawalsPath, withdrawalsPath } from '../factories/withdrawals.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import { payByCrypto } from './crypto.ts';
import { call, count, type Listed, mix, type World } from './world.ts';

export type Customer = {
  email: string;
  accountId: number;
  /** Pays by a card that works, from the first day, and keeps the plan. */
  isReliable: boolean;
  /** All spending caps so far. */
  caps: number[];
};

const planChoices = {
  tariff: ['starter', 'pro', 'pro', 'scale'],
  period: ['monthly', 'monthly', 'yearly'],
} as const;

/** One thing that a customer does. */
export async function act(world: World, customer: Customer): Promise<void> {
  const { t, chance } = world;
  const who = await t.signIn(customer.email);
  const actions = customer.isReliable ? reliableActions : [...reliableActions, ...otherActions];
  await chance.pick(actions)(world, who, customer);
}

type Action = (world: World, who: SignedIn, customer: Customer) => Promise<unknown>;

async function deliver(world: World, bodies: readonly string[]): Promise<void> {
  for (const body of mix(world, bodies)) await sendWebhook(world.t, body);
}

export async function saveCard(world: World, who: SignedIn, behavior: CardBehavior): Promise<void> {
  const { t, chance, done } = world;
  const cards = await listCards(t, who);
  const replaces = cards.length > 0 && chance.below(2) > 0 ? cards[0]!.uuid : null;
  const setup = await call(world, who, ['a card begun', 'POST', cardSetupsPath, { replaces }]);
  if (!setup) return;
  await deliver(world, [await saveAtSandbox(t, setup.uuid, behavior)]);
  count(done, `a card that ${behavior}`);
}

const topUp: Action = async (world, who) => {
  const { t, chance, done } = world;
  const amount = `${20 * (1 + chance.below(40))}.00`;
  const fields = { amount, pay_currency: 'USD' };
  const payment = await call(world, who, ['a payment begun', 'POST', paymentsPath, fields]);
  if (!payment) return;
  const step = chance.pick(['pay', 'pay', 'pay', 'pay_over', 'fail', 'expire'] as const);
  await deliver(world, [await applySandboxAction(t, payment.uuid, step)]);
  count(done, `a payment: ${step}`);
};

const spend: Action = async (world, who) => {
  const used = 900_000 + world.chance.below(800_000);
  await countRequests(world.t, who, used);
};

export const setCap: Action = async (world, who, customer) => {
  const cap = `${10 * (1 + world.chance.below(10))}.00`;
  const set = await call(world, who, ['a cap', 'PATCH', '/apix/billing/spending/', { cap }]);
  if (set) customer.caps.push(Number(cap));
};

const setPayments: Action = async (world, who) => {
  const { chance } = world;
  const amount = 10 * (1 + chance.below(10));
  await call(world, who, [
    'settings',
    'PATCH',
    '/apix/payments/settings/',
    {
      charge_first: chance.pick(['balance', 'card']),
      top_up_is_on: chance.below(3) > 0,
      top_up_threshold: '20.00',
      top_up_amount: `${amount}.00`,
      top_up_ceiling: topUpCeiling,
    },
  ]);
};
/** The same for all and at all times, so that it can be checked. */
export const topUpCeiling = '200.00';

const upgrade: Action = async (world, who) => {
  const live = await readPlan(world, who);
  if (live)
    await call(world, who, [
      'a change',
      'PATCH',
      `${subscriptionsPath}${live.id}/`,
      {
        tariff: 'scale',
        payment_source: 'balance',
      },
    ]);
};

const writeProfile: Action = async ({ t }, who) =>
  saveProfile(t, who, { ...germanCompany, email: who.email });

const withdraw: Action = (world, who) =>
  call(world, who, [
    'a withdrawal',
    'POST',
    withdrawalsPath,
    { ...bankAccount, amount: `${20 + world.chance.below(60)}.00` },
  ]);

const reliableActions: Action[] = [
  topUp,
  spend,
  spend,
  setCap,
  setPayments,
  upgrade,
  writeProfile,
  withdraw,
];

const otherActions: Action[] = [
  topUp,
  payByCrypto,
  (world, who) =>
    call(world, who, [
      'a plan',
      'POST',
      subscriptionsPath,
      {
        tariff: world.chance.pick(planChoices.tariff),
        billing_period: world.chance.pick(planChoices.period),
        payment_source: 'balance',
        auto_renew: world.chance.below(6) > 0,
      },
    ]),
  async (world, who) => {
    const live = await readPlan(world, who);
    if (live)
      await call(world, who, [
        'a cancellation',
        'POST',
        `${subscriptionsPath}${live.id}/cancel/`,
        {
          at_period_end: world.chance.below(3) > 0,
        },
      ]);
  },
  (world, who) =>
    saveCard(
      world,
      who,
      world.chance.pick(['pays', 'pays', 'is_declined', 'needs_authentication', 'expires']),
    ),
  (world, who) => saveCard(world, who, 'pays'),
  async (world, who) => {
    const [card] = await listCards(world.t, who);
    if (card)
      await call(world, who, ['a card removed', 'DELETE', `/apix/payments/cards/${card.uuid}/`]);
  },
  refund,
  takeBack,
];

async function readPlan({ t }: World, who: SignedIn): Promise<Listed | undefined> {
  const { status, body } = await send(t, 'GET', `${subscriptionsPath}current/`, undefined, who);
  return status === 200 ? (body as Listed) : undefined;
}

/** By a card or transfer: NOWPayments can't take money back. */
async function readPayment(world: World, who: SignedIn): Promise<Listed | undefined> {
  const url = `${paymentsPath}?status=completed&pay_currency=USD`;
  const { body } = await send(world.t, 'GET', url, undefined, who);
  const rows = (body.results ?? []) as Listed[];
  return rows.length > 0 ? world.chance.pick(rows) : undefined;
}

const finance = (t: TestApp, name: string) =>
  t.signIn(`${name}@example.com`, { roles: ['finance'] });

/** By two people. */
async function refund(world: World, who: SignedIn): Promise<void> {
  const payment = await readPayment(world, who);
  if (!payment) return;
  const [one, other] = [await finance(world.t, 'one'), await finance(world.t, 'other')];
  const body = { reason: 'Ordered twice', ...(world.chance.below(2) > 0 && { amount: '5.00' }) };
  const path = `${paymentsPath}${payment.uuid}/refund/`;
  const proposed = await call(world, one, ['a refund proposed', 'POST', path, body]);
  if (proposed)
    await call(world, other, [
      'a refund',
      'POST',
      `/apix/admin/adjustments/${proposed.uuid}/approve/`,
      {},
    ]);
}

/** The bank takes the money of a payment back. */
async function takeBack(world: World, who: SignedIn): Promise<void> {
  const payment = await readPayment(world, who);
  if (!payment || world.chance.below(4) > 0) return;
  await deliver(world, [await applySandboxAction(world.t, payment.uuid, 'chargeback')]);
  count(world.done, 'a chargeback');
}

/** Staff decide about the open withdrawals. One who approves does not pay out. */
export async function reviewWithdrawals(world: World): Promise<void> {
  const { t, chance } = world;
  const [one, other] = [await finance(t, 'one'), await finance(t, 'other')];
  const decide = (who: SignedIn, uuid: string, step: string, body: object) =>
    call(world, who, [
      `a withdrawal: ${step}`,
      'POST',
      `${staffWithdrawalsPath}${uuid}/${step}/`,
      body,
    ]);
  const { body } = await send(t, 'GET', staffWithdrawalsPath, undefined, one);
  for (const { uuid, status } of (body.results ?? []) as Listed[]) {
    if (status === 'requested' && chance.below(4) === 0)
      await decide(one, uuid, 'reject', { reason: 'Not now' });
    else if (status === 'requested') await decide(one, uuid, 'approve', {});
    else if (status === 'approved') {
      await decide(other, uuid, 'settle', { reference: 'A transfer' });
      if (chance.below(3) === 0) await decide(one, uuid, 'return', { reason: 'Came back' });
    }
  }
}
