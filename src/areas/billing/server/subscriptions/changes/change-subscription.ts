// Upgrades take effect now, downgrades at the renewal; what is overdue is paid with either.
import { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import { isPositive, toDecimalText } from '#lib/money.ts';
import type { ChangeBody } from '../../../wire/subscription-changes.ts';
import { type ChangePreviewWire, notChangeable } from '../../../wire/subscription-changes.ts';
import type { SubscriptionWire } from '../../../wire/subscriptions.ts';
import { payOverage } from '../../overage/pay-overage.ts';
import { readOwedUntilNow, recordUntilNow } from '../../overage/record-overage.ts';
import { chargePeriod } from '../../renewals/charge-period.ts';
import { paymentWaitMs } from '../../renewals/due-steps.ts';
import { renew } from '../../renewals/next-period.ts';
import { readAvailableTariff } from '../../tariffs/available-tariffs.ts';
import { findTariffById, type TariffRow } from '../../tariffs/tariff-store.ts';
import { setAutoRenew, stateError } from '../cancel-subscription.ts';
import { findOwn, lockOwn } from '../find-subscriptions.ts';
import { requestPayment, writeOrCancelPayment } from '../request-payment.ts';
import { requireCountry } from '../require-country.ts';
import { serializeSubscription } from '../serialize-subscription.ts';
import { findTransition } from '../states/subscription-states.ts';
import { noCancellation, noPendingChange, transition } from '../states/transition-subscription.ts';
import { balanceTooLowError } from '../subscribe.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import {
  type Decision,
  decideChange,
  type PlanChoice,
  requiresPayment,
  sumDecision,
  takesEffectNow,
} from './decide-change.ts';
import {
  computeMissing,
  readSpendable,
  serializeChangePreview,
} from './serialize-change-preview.ts';

async function decide(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  row: SubscriptionRow,
  body: ChangeBody,
): Promise<{ decision: Decision; currentTariff: TariffRow }> {
  if (findTransition(row.status, 'change') === 'refused') throw stateError(row, notChangeable);
  const currentTariff = await findTariffById(db, row.tariff_id);
  const plan = await readTarget(db, actor, { row, currentTariff }, body);
  const decision = decideChange(row, currentTariff, plan, deps.kernel.clock.now());
  if (takesEffectNow(decision)) decision.overage = await readOwedUntilNow(deps, db, row);
  return { decision, currentTariff };
}

/** Unlike a preview, an order needs the country. */
async function decideOrder(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  row: SubscriptionRow,
  body: ChangeBody,
): Promise<Decision> {
  const { decision } = await decide(deps, db, actor, row, body);
  await requireCountry(deps, db, actor, decision);
  return decision;
}

/** Omitted fields stay; a yearly period becomes monthly if the plan is not sold by the year. */
async function readTarget(
  db: Db,
  actor: Actor,
  { row, currentTariff }: { row: SubscriptionRow; currentTariff: TariffRow },
  body: ChangeBody,
): Promise<PlanChoice> {
  const slug = body.tariff ?? currentTariff.slug;
  const requestedPeriod = body.billing_period ?? row.billing_period;
  // The customer may keep a tariff that is no longer sold.
  if (slug === currentTariff.slug && requestedPeriod === row.billing_period)
    return { tariff: currentTariff, billingPeriod: requestedPeriod };
  const tariff = await readAvailableTariff(db, actor, slug, body.billing_period ?? 'monthly');
  const isMonthly = body.billing_period === undefined && tariff.yearly_price === null;
  return { tariff, billingPeriod: isMonthly ? 'monthly' : requestedPeriod };
}

export async function previewChange(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  id: string,
  body: ChangeBody,
): Promise<ChangePreviewWire> {
  const row = await findOwn(db, actor, id);
  const { decision, currentTariff } = await decide(deps, db, actor, row, body);
  return serializeChangePreview(deps, db, row.account_id, decision, currentTariff);
}

/**
 * Two units of work, because a payment may have to be created at the provider in between. Throws
 * not_found, invalid_state, InvalidInput, billing_country_required, insufficient_balance,
 * provider_unavailable.
 */
export async function changeSubscription(
  deps: Subscriptions,
  actor: Actor,
  id: string,
  body: ChangeBody,
  write?: LastWrite<SubscriptionWire>,
): Promise<SubscriptionWire> {
  const choosesPlan = body.tariff !== undefined || body.billing_period !== undefined;
  const paysFirst = choosesPlan && body.payment_source === 'payment';
  const paymentId = paysFirst ? await requestChangePayment(deps, actor, id, body) : null;
  const change = async (tx: Tx) => {
    let row = await lockOwn(tx, actor, id);
    if (choosesPlan) {
      const decision = await decideOrder(deps, tx, actor, row, body);
      row = paymentId
        ? await storePendingChange(deps, tx, row, decision, paymentId)
        : await applyOrThrow(deps, tx, row, decision, `account:${actor.accountId}`);
    }
    if (body.auto_renew !== undefined) row = await setAutoRenew(deps, tx, row, body.auto_renew);
    return serializeSubscription(deps, tx, row);
  };
  return writeOrCancelPayment(deps, paymentId, change, write);
}

async function requestChangePayment(
  deps: Subscriptions,
  actor: Actor,
  id: string,
  body: ChangeBody,
): Promise<string | null> {
  const decision = await deps.kernel.work.read(async (db) =>
    decideOrder(deps, db, actor, await findOwn(db, actor, id), body),
  );
  if (!requiresPayment(decision)) return null;
  return requestPayment(deps, actor, {
    subscriptionId: id,
    amount: sumDecision(decision),
    payCurrency: body.pay_currency,
    tariff: decision.tariff.slug,
    description: `Change to the ${decision.tariff.name} plan`,
  });
}

const toPendingChange = ({ tariff, billingPeriod }: Decision) => ({
  ...noPendingChange,
  pending_tariff_id: tariff.id,
  pending_billing_period: billingPeriod,
});

/** The current plan stays until the payment completes; any money pays an overdue renewal. */
function storePendingChange(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  paymentId: string,
): Promise<SubscriptionRow> {
  const now = deps.kernel.clock.now();
  const isOverdue = decision.kind === 'renewal';
  return transition(deps, tx, row, 'change', {
    ...toPendingChange(decision),
    ...(!isOverdue && {
      pending_payment_id: paymentId,
      pending_until: new Date(now.getTime() + paymentWaitMs),
    }),
  });
}

/** The balance has to cover the overage as well: what the preview says is charged or nothing. */
async function applyOrThrow(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  actor: string,
): Promise<SubscriptionRow> {
  const required = sumDecision(decision);
  const available = await readSpendable(deps, tx, row.account_id, required.currency);
  if (isPositive(computeMissing(required, available)))
    throw balanceTooLowError(new InsufficientBalance(required, available));
  const result = await applyDecision(deps, tx, row, decision, actor);
  if ('required' in result) throw balanceTooLowError(result);
  return result;
}

/** The row must be locked by `tx`. Changes nothing when the balance is too low. */
export async function applyDecision(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  actor: string,
): Promise<SubscriptionRow | InsufficientBalance> {
  const { kind, tariff, billingPeriod, price, charge, credit, period } = decision;
  if (kind === 'none')
    return transition(deps, tx, row, 'change', { ...noPendingChange, ...noCancellation });
  if (kind === 'downgrade')
    return transition(deps, tx, row, 'change', { ...toPendingChange(decision), ...noCancellation });
  if (kind === 'renewal') {
    const changed = await transition(deps, tx, row, 'change', toPendingChange(decision));
    return renew(deps, tx, changed, actor);
  }
  // Overage so far is priced by the tariff that was in effect.
  await recordUntilNow(deps, tx, row);
  const chargeKind = kind === 'upgrade' ? 'upgrade' : 'start';
  const result = await chargePeriod(deps, tx, row, {
    kind: chargeKind,
    tariff,
    amount: charge,
    credit,
    period,
    actor,
  });
  if (result !== 'paid') return result;
  await payOverage(deps, tx, row.account_id, actor);
  return transition(deps, tx, row, kind === 'trial' ? 'change' : 'paid', {
    tariff_id: tariff.id,
    billing_period: billingPeriod,
    price: toDecimalText(price),
    ...(kind === 'start' && {
      billing_anchor_at: period.start,
      current_period_start: period.start,
      current_period_end: period.end,
      paid_until: period.end,
    }),
    ...noPendingChange,
    ...noCancellation,
  });
}
