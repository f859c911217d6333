// Default cards that expire in two weeks. Networks renew many, so the provider is asked first.
import { dayMs } from '#lib/durations.ts';
import { cardEnd } from '../../wire/cards.constants.ts';
import { cardExpiringEvent } from '../../wire/events.ts';
import type { Payments } from '../context.ts';
import { mailCardExpires } from '../emails/card-mails.ts';
import * as cardStore from './card-store.ts';
import { isUsable, loadAccounts } from './provider-accounts.ts';
import { serializeCard } from './serialize-card.ts';

const daysBefore = 14;
const batchMax = 200;
const beforeAll = '00000000-0000-0000-0000-000000000000';

/** The job. One card that fails does not stop the others. */
export async function warnOfExpiry(payments: Payments): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const now = clock.now();
  await loadAccounts(payments);
  // Cards end with a month, and at most one month ends within two weeks.
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  const end = cardEnd({ exp_year: year, exp_month: month });
  if (end.getTime() - now.getTime() > daysBefore * dayMs) return;
  for (let after = beforeAll; ; ) {
    const ending = { year, month, end };
    const cards = await work.read((db) => cardStore.listExpiring(db, ending, after, batchMax));
    for (const card of cards.filter((one) => isUsable(payments, one)))
      await warn(payments, card, end).catch((err) =>
        log.error({ card: card.id, err }, 'the owner of an expiring card could not be told'),
      );
    if (cards.length < batchMax) return;
    after = cards.at(-1)!.id;
  }
}

async function warn(payments: Payments, card: cardStore.CardRow, end: Date): Promise<void> {
  const provider = payments.providers.find(card.provider);
  const current = await provider?.cards?.fetchCard(card.provider_card_id);
  await payments.kernel.work.write(async (tx) => {
    const locked = await cardStore.lockDefaultCard(tx, card.id);
    if (!locked || locked.expiry_mailed_for?.getTime() === end.getTime()) return;
    const row = await cardStore.updateCard(tx, card.id, {
      ...(current && { exp_month: current.expMonth, exp_year: current.expYear }),
      ...(current && { brand: current.brand, last4: current.last4 }),
    });
    if (cardEnd(row) > end) return;
    await cardStore.updateCard(tx, card.id, { expiry_mailed_for: end });
    await payments.kernel.customerEvents.publish(tx, cardExpiringEvent, {
      accountId: row.account_id,
      data: () => serializeCard(payments, row),
    });
    await mailCardExpires(payments, tx, row);
  });
}
