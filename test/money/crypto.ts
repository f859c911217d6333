// What customers, their networks and NOWPayments do with payments in cryptocurrencies.

import { paymentsPath, sendWebhook } from '../factories/payments.ts';
import type { Payment } from '../fakes/providers/nowpayments/books.ts';
import type { Notification } from '../fakes/providers/nowpayments/notifications.ts';
import type { PlayName } from '../fakes/providers/nowpayments/plays.ts';
import type { SignedIn } from '../harness.ts';
import { call, count, mix, type World } from './world.ts';

const coins = ['btc', 'eth', 'usdttrc20', 'ltc', 'xrp'] as const;
const begins: readonly PlayName[] = [
  'pay',
  'pay',
  'pay_less',
  'pay_more',
  'pay_late',
  'pay_dust',
  'pay_other_coin',
  'pay_unknown_coin',
  'send',
  'fail',
  'fail_paid',
  'expire',
];
/** How many of the newest payments something more may happen to. */
const openMax = 40;

export async function payByCrypto(world: World, who: SignedIn): Promise<void> {
  const { chance, nowpayments } = world;
  const amount = `${20 * (1 + chance.below(40))}.00`;
  const fields = { amount, pay_currency: chance.pick(coins) };
  const payment = await call(world, who, ['a crypto payment', 'POST', paymentsPath, fields]);
  const order = payment && nowpayments.findOrder(payment.uuid);
  if (order) await play(world, order, chance.pick(begins));
}

/** Later, to a payment at NOWPayments: what its newest deposit makes possible. */
export async function moveOn(world: World): Promise<void> {
  const { chance, nowpayments } = world;
  const orders = [...nowpayments.books.payments.values()].filter(({ parent }) => !parent);
  if (orders.length === 0) return;
  const order = chance.pick(orders.slice(-openMax));
  const names = playsAfter(order);
  if (names.length > 0) await play(world, order, chance.pick(names));
}

function playsAfter(order: Payment): PlayName[] {
  const newest = order.children.at(-1) ?? order;
  if (newest.paid.isZero()) return [];
  switch (newest.status) {
    case 'confirming':
      return ['confirm', 'fail'];
    case 'failed':
    case 'wrong_asset_confirmed':
      return ['confirm', 'refund'];
    case 'partially_paid':
      return order.children.length === 0 ? ['pay_rest', 'refund'] : ['refund'];
    case 'finished':
      return order.children.length === 0 ? ['pay', 'refund'] : ['refund'];
    default:
      return [];
  }
}

async function play(world: World, order: Payment, name: PlayName): Promise<void> {
  const { chance, done, nowpayments, late } = world;
  await nowpayments.play(order.id, name);
  count(done, `crypto: ${name}`);
  const [now, later]: [Notification[], Notification[]] = [late.splice(0), []];
  for (const one of nowpayments.takeNotifications())
    (chance.below(4) === 0 ? later : now).push(one);
  late.push(...later);
  await deliver(world, now);
}

async function deliver(world: World, notifications: readonly Notification[]): Promise<void> {
  for (const { body, headers } of mix(world, notifications)) {
    const { status } = await sendWebhook(world.t, body, headers);
    if (status !== 200) world.wrongs.push(`a notification of NOWPayments: ${status}`);
  }
}

export const deliverLate = (world: World): Promise<void> => deliver(world, world.late.splice(0));
