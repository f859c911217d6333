import { describe, expect, test } from 'vitest';
import { listCards, saveCard } from '#test/factories/cards.ts';
import { recordEvents } from '#test/factories/webhooks.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { cardsPath } from '../../wire/cards.ts';

const t = useApp();
let names = 0;
const customer = () => t.signIn(`expiry-${++names}@example.com`);
const runAt = (time: string) => {
  t.clock.set(new Date(time));
  return t.jobs.runSchedule('payments.warn_of_expiry');
};
const subjects = async ({ email }: SignedIn) =>
  (await t.mails(email))
    .filter(({ kind }) => kind === 'payments.card_expires')
    .map(({ subject }) => subject);

describe('an expiring card', () => {
  test('is announced 14 days before, once', async () => {
    t.clock.set(new Date('2027-05-10T09:00:00Z'));
    const who = await customer();
    const { uuid } = await saveCard(t, who, 'expires');
    const events = recordEvents(t.kernel);
    await runAt('2027-05-17T23:59:00Z');
    expect(await subjects(who)).toEqual([]);
    for (const time of ['2027-05-18T00:00:00Z', '2027-05-18T01:00:00Z', '2027-05-31T23:00:00Z'])
      await runAt(time);
    expect(await subjects(who)).toEqual(['Your Mastercard ending in 4444 expires on 31 May 2027']);
    expect(events.list(who.accountId, 'card.expiring')).toMatchObject([{ uuid, last4: '4444' }]);
    await runAt('2027-06-20T00:00:00Z');
    expect(await subjects(who)).toHaveLength(1);
    expect(await listCards(t, who)).toMatchObject([{ is_expired: true }]);
  });

  test('is announced only while it is the default', async () => {
    t.clock.set(new Date('2027-08-10T09:00:00Z'));
    const who = await customer();
    await saveCard(t, who, 'pays');
    const expiring = await saveCard(t, who, 'expires');
    await runAt('2027-08-20T00:00:00Z');
    expect(await subjects(who)).toEqual([]);
    const { headers } = await t.signIn(who.email);
    await send(t, 'POST', `${cardsPath}${expiring.uuid}/default/`, undefined, { headers });
    await runAt('2027-08-20T01:00:00Z');
    expect(await subjects(who)).toHaveLength(1);
  });

  test('that its network has renewed is kept up to date instead', async () => {
    t.clock.set(new Date('2027-10-10T09:00:00Z'));
    const who = await customer();
    await saveCard(t, who, 'expires');
    await t.kernel.database.write
      .updateTable('sandbox_card')
      .set({ exp_year: 2030 })
      .where('exp_year', '=', 2027)
      .where('exp_month', '=', 10)
      .execute();
    await runAt('2027-10-20T00:00:00Z');
    expect(await subjects(who)).toEqual([]);
    expect(await listCards(t, who)).toMatchObject([{ exp_year: 2030, is_expired: false }]);
  });

  test('does not hold up the others when its provider is away', async () => {
    t.clock.set(new Date('2028-01-10T09:00:00Z'));
    const [first, second] = [await customer(), await customer()];
    for (const who of [first, second]) await saveCard(t, who, 'expires');
    const cards = t.areas.payments.providers.find('sandbox')!.cards!;
    const { fetchCard } = cards;
    let calls = 0;
    cards.fetchCard = (id) => (++calls === 1 ? Promise.reject(new Error('away')) : fetchCard(id));
    await runAt('2028-01-20T00:00:00Z');
    cards.fetchCard = fetchCard;
    expect([await subjects(first), await subjects(second)].flat()).toHaveLength(1);
    await runAt('2028-01-20T01:00:00Z');
    expect([await subjects(first), await subjects(second)].flat()).toHaveLength(2);
  });
});
