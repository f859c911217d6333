// Starts a subscription: on trial, paid from the balance, or once a payment for it completes.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { toDecimalText } from '#lib/money.ts';
import type { SubscribeBody } from '../../wire/subscription-changes.ts';
import { balanceTooLow, type ChangePreviewWire } from '../../wire/subscription-changes.ts';
import { alreadySubscribed, type SubscriptionWire } from '../../wire/subscriptions.ts';
import { chargePeriod } from '../renewals/charge-period.ts';
import { paymentWaitMs } from '../renewals/due-steps.ts';
import { readAvailableTariff } from '../tariffs/available-tariffs.ts';
import { isFree } from '../tariffs/serialize-tariff.ts';
import { findTariffById, type TariffRow } from '../tariffs/tariff-store.ts';
import { type Decision, decideStart, requiresPayment } from './changes/decide-change.ts';
import { serializeChangePreview } from './changes/serialize-change-preview.ts';
import { requestPayment, writeOrCancelPayment } from './request-payment.ts';
import { requireCountry } from './require-country.ts';
import { serializeSubscription } from './serialize-subscription.ts';
import { publishStart } from './states/publish-change.ts';
import {
  newSubscriptionValues,
  notifyClients,
  readFreeAnchor,
  transition,
} from './states/transition-subscription.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

export const balanceTooLowError = ({ required, available }: InsufficientBalance) =>
  apiError(balanceTooLow, {
    required: toDecimalText(required),
    available: toDecimalText(available),
    currency: required.currency,
  });

/** Only free subscriptions are replaced: the free tariff, and a start that is still unpaid. */
async function assertReplaceable(
  db: Db,
  live: subscriptionStore.SubscriptionRow | undefined,
  requested: TariffRow,
): Promise<void> {
  if (!live || live.status === 'pending') return;
  const currentTariff = await findTariffById(db, live.tariff_id);
  if (live.status !== 'active' || !isFree(currentTariff) || isFree(requested))
    throw apiError(alreadySubscribed, { current_status: live.status });
}

async function decideStartFor(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  { tariff: slug, billing_period: billingPeriod }: SubscribeBody,
): Promise<Decision> {
  const tariff = await readAvailableTariff(db, actor, slug, billingPeriod);
  await assertReplaceable(db, await subscriptionStore.findLive(db, actor.accountId), tariff);
  const hasTrial = !(await subscriptionStore.hadTrial(db, actor.accountId));
  return decideStart({ tariff, billingPeriod }, { hasTrial, now: deps.kernel.clock.now() });
}

export async function previewStart(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  body: SubscribeBody,
): Promise<ChangePreviewWire> {
  const decision = await decideStartFor(deps, db, actor, body);
  return serializeChangePreview(deps, db, actor.accountId, decision);
}

/**
 * Two units of work, because a payment may have to be created at the provider in between. Throws
 * InvalidInput, already_subscribed, billing_country_required, insufficient_balance,
 * provider_unavailable.
 */
export async function subscribe(
  deps: Subscriptions,
  actor: Actor,
  body: SubscribeBody,
  write?: LastWrite<SubscriptionWire>,
): Promise<SubscriptionWire> {
  const { work, clock } = deps.kernel;
  const estimate = await work.read(async (db) => {
    const decision = await decideStartFor(deps, db, actor, body);
    await requireCountry(deps, db, actor, decision);
    return decision;
  });
  const id = createId(clock.now());
  const paymentId =
    body.payment_source === 'payment' && requiresPayment(estimate)
      ? await requestPayment(deps, actor, {
          subscriptionId: id,
          amount: estimate.charge,
          payCurrency: body.pay_currency,
          tariff: estimate.tariff.slug,
          description: `${estimate.tariff.name} plan`,
        })
      : null;
  const start = async (tx: Tx) => {
    const live = await subscriptionStore.lockLive(tx, actor.accountId);
    // A subscription that was started since the first read must not be replaced.
    const decision = await decideStartFor(deps, tx, actor, body);
    if (live) await transition(deps, tx, live, 'cancel_now');
    const row = await startSubscription(deps, tx, actor, { id, decision, paymentId, body });
    await notifyClients(deps, tx, row);
    await publishStart(deps, tx, row);
    return serializeSubscription(deps, tx, row);
  };
  return writeOrCancelPayment(deps, paymentId, start, write);
}

type SubscriptionStart = {
  id: string;
  decision: Decision;
  paymentId: string | null;
  body: SubscribeBody;
};

/** While the start is unpaid, the usage month of the free tariff continues. */
const findAnchor = (
  deps: Subscriptions,
  tx: Tx,
  { accountId }: Actor,
  { decision: { kind, period }, paymentId }: Pick<SubscriptionStart, 'decision' | 'paymentId'>,
): Promise<Date> =>
  paymentId
    ? readFreeAnchor(deps, tx, accountId)
    : Promise.resolve(kind === 'trial' ? period.end : period.start);

async function startSubscription(
  deps: Subscriptions,
  tx: Tx,
  actor: Actor,
  { id, decision, paymentId, body }: SubscriptionStart,
): Promise<subscriptionStore.SubscriptionRow> {
  const { tariff, billingPeriod, price, period, kind } = decision;
  const now = deps.kernel.clock.now();
  const row = await subscriptionStore.insertSubscription(tx, {
    ...newSubscriptionValues({ accountId: actor.accountId, tariff, now }),
    id,
    status: paymentId ? 'pending' : kind === 'trial' ? 'trialing' : 'active',
    billing_period: billingPeriod,
    price: toDecimalText(price),
    cancel_at_period_end: !body.auto_renew && requiresPayment({ ...decision, charge: price }),
    billing_anchor_at: await findAnchor(deps, tx, actor, { decision, paymentId }),
    // Of the decision, whose period is charged: `now` is some milliseconds later.
    current_period_start: period.start,
    current_period_end: period.end,
    paid_until: paymentId || !requiresPayment(decision) ? null : period.end,
    trial_ends_at: kind === 'trial' ? period.end : null,
    pending_payment_id: paymentId,
    pending_until: paymentId ? new Date(now.getTime() + paymentWaitMs) : null,
  });
  if (!row) throw apiError(alreadySubscribed, { current_status: 'active' });
  if (paymentId) return row;
  const result = await chargePeriod(deps, tx, row, {
    kind: 'start',
    tariff,
    amount: decision.charge,
    credit: decision.credit,
    period,
    actor: `account:${actor.accountId}`,
  });
  if (result !== 'paid') throw balanceTooLowError(result);
  return row;
}
