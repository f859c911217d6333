// A plan begins: on trial, paid from the balance, or as soon as a payment for it is completed.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { toDecimalText } from '#lib/money.ts';
import type { SubscribeBody } from '../../subscription-body.ts';
import {
  alreadySubscribed,
  balanceTooLow,
  type ChangePreviewWire,
  type SubscriptionWire,
} from '../../subscription-contract.ts';
import { askForMoney, writeOrCancelPayment } from './ask-for-money.ts';
import { showPreview } from './change-preview.ts';
import { chargePeriod } from './charge-period.ts';
import { type Decision, decideStart, needsMoney } from './decide-change.ts';
import { paymentWaitMs } from './due-steps.ts';
import { beginning, freeAnchorOf, move, tellWatchers } from './move-subscription.ts';
import { readSold } from './sold-tariffs.ts';
import * as store from './subscription-store.ts';
import { showSubscription } from './subscription-wire.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariffById, type TariffRow } from './tariff-store.ts';
import { isFree } from './tariff-wire.ts';

export const tooLow = ({ required, available }: InsufficientBalance) =>
  apiError(balanceTooLow, {
    required: toDecimalText(required),
    available: toDecimalText(available),
    currency: required.currency,
  });

/** Only what costs nothing gives way: the free tariff, and a start that nobody paid for yet. */
async function assertReplaceable(
  db: Db,
  live: store.SubscriptionRow | undefined,
  wanted: TariffRow,
): Promise<void> {
  if (!live || live.status === 'pending') return;
  const held = await findTariffById(db, live.tariff_id);
  if (live.status !== 'active' || !isFree(held) || isFree(wanted))
    throw apiError(alreadySubscribed, { current_status: live.status });
}

async function readStart(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  { tariff: slug, billing_period: billingPeriod }: SubscribeBody,
): Promise<Decision> {
  const tariff = await readSold(db, actor, slug, billingPeriod);
  await assertReplaceable(db, await store.findLive(db, actor.accountId), tariff);
  const hasTrial = !(await store.hadTrial(db, actor.accountId));
  return decideStart({ tariff, billingPeriod }, { hasTrial, now: deps.kernel.clock.now() });
}

export async function previewStart(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  body: SubscribeBody,
): Promise<ChangePreviewWire> {
  const decision = await readStart(deps, db, actor, body);
  return showPreview(deps, db, actor.accountId, decision);
}

/**
 * Two units, because a provider may be asked for a payment between them. Throws InvalidInput,
 * already_subscribed, insufficient_balance, provider_unavailable.
 */
export async function subscribe(
  deps: Subscriptions,
  actor: Actor,
  body: SubscribeBody,
): Promise<SubscriptionWire> {
  const { work, clock } = deps.kernel;
  const wanted = await work.read((db) => readStart(deps, db, actor, body));
  const id = createId(clock.now());
  const paymentId =
    body.payment_source === 'payment' && needsMoney(wanted)
      ? await askForMoney(deps, actor, {
          subscriptionId: id,
          amount: wanted.charge,
          payCurrency: body.pay_currency,
          tariff: wanted.tariff.slug,
          words: `${wanted.tariff.name} plan`,
        })
      : null;
  const begun = await writeOrCancelPayment(deps, paymentId, async (tx) => {
    const live = await store.lockLive(tx, actor.accountId);
    // Whatever was begun since the first look must not be replaced.
    const decision = await readStart(deps, tx, actor, body);
    if (live) await move(deps, tx, live, 'cancel_now');
    const row = await begin(deps, tx, actor, { id, decision, paymentId, body });
    await tellWatchers(deps, tx, row);
    return row;
  });
  return work.read((db) => showSubscription(deps, db, begun));
}

type Beginning = {
  id: string;
  decision: Decision;
  paymentId: string | null;
  body: SubscribeBody;
};

/** Until it is paid for the free tariff holds, and its month goes on. */
const anchorOf = (
  deps: Subscriptions,
  tx: Tx,
  { accountId }: Actor,
  { decision: { kind, period }, paymentId }: Pick<Beginning, 'decision' | 'paymentId'>,
): Promise<Date> =>
  paymentId
    ? freeAnchorOf(deps, tx, accountId)
    : Promise.resolve(kind === 'trial' ? period.end : period.start);

async function begin(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  { id, decision, paymentId, body }: Beginning,
): Promise<store.SubscriptionRow> {
  const { tariff, billingPeriod, price, period, kind } = decision;
  const now = deps.kernel.clock.now();
  const row = await store.insertSubscription(tx, {
    ...beginning({ accountId: actor.accountId, tariff, now }),
    id,
    status: paymentId ? 'pending' : kind === 'trial' ? 'trialing' : 'active',
    billing_period: billingPeriod,
    price: toDecimalText(price),
    cancel_at_period_end: !body.auto_renew && needsMoney({ ...decision, charge: price }),
    anchor_at: await anchorOf(deps, tx, actor, { decision, paymentId }),
    current_period_end: period.end,
    paid_until: paymentId || !needsMoney(decision) ? null : period.end,
    trial_ends_at: kind === 'trial' ? period.end : null,
    pending_payment_id: paymentId,
    pending_until: paymentId ? new Date(now.getTime() + paymentWaitMs) : null,
  });
  if (!row) throw apiError(alreadySubscribed, { current_status: 'active' });
  if (paymentId) return row;
  const outcome = await chargePeriod(deps, tx, row, {
    kind: 'start',
    tariff,
    amount: decision.charge,
    credit: decision.credit,
    period,
    actor: `account:${actor.accountId}`,
  });
  if (outcome !== 'paid') throw tooLow(outcome);
  return row;
}
