// A plan changes: more at once, less at the renewal, and what is overdue is paid with it.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { toDecimalText } from '#lib/money.ts';
import type { ChangeBody } from '../../subscription-body.ts';
import {
  type ChangePreviewWire,
  notChangeable,
  type SubscriptionWire,
} from '../../subscription-contract.ts';
import { outcomeOf } from '../../subscription-states.ts';
import { askForMoney, writeOrCancelPayment } from './ask-for-money.ts';
import { refusalOf, setAutoRenew } from './cancel-plan.ts';
import { showPreview } from './change-preview.ts';
import { chargePeriod } from './charge-period.ts';
import { type Decision, decideChange, needsMoney, type Plan } from './decide-change.ts';
import { paymentWaitMs } from './due-steps.ts';
import { move, noPending } from './move-subscription.ts';
import { noteUntilNow } from './note-overage.ts';
import { findOwn, lockOwn } from './own-subscriptions.ts';
import { payOverage } from './pay-overage.ts';
import { renew } from './renew.ts';
import { readSold } from './sold-tariffs.ts';
import { tooLow } from './subscribe.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import { showSubscription } from './subscription-wire.ts';
import type { Subscriptions } from './subscriptions.ts';
import { findTariffById, type TariffRow } from './tariff-store.ts';

async function decide(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  row: SubscriptionRow,
  body: ChangeBody,
): Promise<{ decision: Decision; held: TariffRow }> {
  if (outcomeOf(row.status, 'change') === 'refused') throw refusalOf(row, notChangeable);
  const held = await findTariffById(db, row.tariff_id);
  const plan = await readWanted(db, actor, { row, held }, body);
  return { decision: decideChange(row, held, plan, deps.kernel.clock.now()), held };
}

/** What is not said stays as it is; a year becomes months where the tariff is not sold by it. */
async function readWanted(
  db: Db,
  actor: Actor,
  { row, held }: { row: SubscriptionRow; held: TariffRow },
  body: ChangeBody,
): Promise<Plan> {
  const slug = body.tariff ?? held.slug;
  const wanted = body.billing_period ?? row.billing_period;
  // A tariff that is sold no more may be kept.
  if (slug === held.slug && wanted === row.billing_period)
    return { tariff: held, billingPeriod: wanted };
  const tariff = await readSold(db, actor, slug, body.billing_period ?? 'monthly');
  const isMonthly = body.billing_period === undefined && tariff.yearly_price === null;
  return { tariff, billingPeriod: isMonthly ? 'monthly' : wanted };
}

export async function previewChange(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  id: string,
  body: ChangeBody,
): Promise<ChangePreviewWire> {
  const row = await findOwn(db, actor, id);
  const { decision, held } = await decide(deps, db, actor, row, body);
  return showPreview(deps, db, row.account_id, decision, { row, held });
}

/**
 * Two units, because a provider may be asked for a payment between them. Throws not_found,
 * invalid_state, InvalidInput, insufficient_balance, provider_unavailable.
 */
export async function changePlan(
  deps: Subscriptions,
  actor: Actor,
  id: string,
  body: ChangeBody,
): Promise<SubscriptionWire> {
  const choosesPlan = body.tariff !== undefined || body.billing_period !== undefined;
  const paysFirst = choosesPlan && body.payment_source === 'payment';
  const paymentId = paysFirst ? await paymentFor(deps, actor, id, body) : null;
  const changed = await writeOrCancelPayment(deps, paymentId, async (tx) => {
    let row = await lockOwn(tx, actor, id);
    if (choosesPlan) {
      const { decision } = await decide(deps, tx, actor, row, body);
      row = paymentId
        ? await waitForPayment(deps, tx, row, decision, paymentId)
        : await applyOrRefuse(deps, tx, row, decision, `account:${actor.accountId}`);
    }
    if (body.auto_renew !== undefined) row = await setAutoRenew(deps, tx, row, body.auto_renew);
    return row;
  });
  return deps.kernel.work.read((db) => showSubscription(deps, db, changed));
}

async function paymentFor(
  deps: Subscriptions,
  actor: Actor,
  id: string,
  body: ChangeBody,
): Promise<string | null> {
  const { decision } = await deps.kernel.work.read(async (db) =>
    decide(deps, db, actor, await findOwn(db, actor, id), body),
  );
  if (!needsMoney(decision)) return null;
  return askForMoney(deps, actor, {
    subscriptionId: id,
    amount: decision.charge,
    payCurrency: body.pay_currency,
    tariff: decision.tariff.slug,
    words: `Change to the ${decision.tariff.name} plan`,
  });
}

const pendingOf = ({ tariff, billingPeriod }: Decision) => ({
  ...noPending,
  pending_tariff_id: tariff.id,
  pending_billing_period: billingPeriod,
});
const goesOn = { cancel_at_period_end: false, cancelled_at: null, cancel_reason: '' };

/** The plan stays until the money is there. What is overdue is paid by any money that comes. */
function waitForPayment(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  paymentId: string,
): Promise<SubscriptionRow> {
  const now = deps.kernel.clock.now();
  const isOverdue = decision.kind === 'renewal';
  return move(deps, tx, row, 'change', {
    ...pendingOf(decision),
    ...(!isOverdue && {
      pending_payment_id: paymentId,
      pending_until: new Date(now.getTime() + paymentWaitMs),
    }),
  });
}

async function applyOrRefuse(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  actor: string,
): Promise<SubscriptionRow> {
  const outcome = await applyDecision(deps, tx, row, decision, actor);
  if ('required' in outcome) throw tooLow(outcome);
  return outcome;
}

/** The row must be locked by `tx`. Nothing is changed when the balance is too low. */
export async function applyDecision(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  decision: Decision,
  actor: string,
): Promise<SubscriptionRow | InsufficientBalance> {
  const { kind, tariff, billingPeriod, price, charge, credit, period } = decision;
  if (kind === 'none') return move(deps, tx, row, 'change', { ...noPending, ...goesOn });
  if (kind === 'downgrade')
    return move(deps, tx, row, 'change', { ...pendingOf(decision), ...goesOn });
  if (kind === 'renewal') {
    const changed = await move(deps, tx, row, 'change', pendingOf(decision));
    return renew(deps, tx, changed, actor);
  }
  // What was used past the quota is owed by the tariff that held until now.
  await noteUntilNow(deps, tx, row);
  const chargeKind = kind === 'upgrade' ? 'upgrade' : 'start';
  const outcome = await chargePeriod(deps, tx, row, {
    kind: chargeKind,
    tariff,
    amount: charge,
    credit,
    period,
    actor,
  });
  if (outcome !== 'paid') return outcome;
  await payOverage(deps, tx, row.account_id, actor);
  return move(deps, tx, row, kind === 'trial' ? 'change' : 'paid', {
    tariff_id: tariff.id,
    billing_period: billingPeriod,
    price: toDecimalText(price),
    ...(kind === 'start' && {
      anchor_at: period.start,
      current_period_start: period.start,
      current_period_end: period.end,
      paid_until: period.end,
    }),
    ...noPending,
    ...goesOn,
  });
}
