// Publishes what happened to a plan to customers' programs.
import type { Tx } from '#kernel/database/database.ts';
import * as eventContract from '../../../wire/events.ts';
import { isLive } from '../../../wire/subscriptions.constants.ts';
import { findTariffById } from '../../tariffs/tariff-store.ts';
import { serializeFacts } from '../serialize-subscription.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import type { SubscriptionEvent } from './subscription-states.ts';

type Change = { before: SubscriptionRow; after: SubscriptionRow; event: SubscriptionEvent };

export const publishChange = (deps: Subscriptions, tx: Tx, change: Change): Promise<void> =>
  publish(deps, tx, chooseEvent(change), change.after);

/** A plan that waits for its payment has not started yet. */
export async function publishStart(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
): Promise<void> {
  if (row.status !== 'pending')
    await publish(deps, tx, eventContract.subscriptionChangedEvent, row);
}

const publish = (
  { kernel }: Subscriptions,
  tx: Tx,
  event: typeof eventContract.subscriptionChangedEvent,
  row: SubscriptionRow,
) =>
  kernel.customerEvents.publish(tx, event, {
    accountId: row.account_id,
    data: async () => serializeFacts(row, await findTariffById(tx, row.tariff_id)),
  });

function chooseEvent({ before, after, event }: Change) {
  if (!isLive(after.status) && isLive(before.status))
    return eventContract.subscriptionCanceledEvent;
  if (event === 'charge_failed') return eventContract.subscriptionPastDueEvent;
  const isNextPeriod = after.current_period_start >= before.current_period_end;
  return event === 'paid' && isNextPeriod
    ? eventContract.subscriptionRenewedEvent
    : eventContract.subscriptionChangedEvent;
}
