// Keys of another account or mode, and customers that were deleted at the provider.
import { afterEach, expect, test, vi } from 'vitest';
import { toAmount } from '#lib/money.ts';
import { createCardSetup, listCards, saveCard } from '#test/factories/cards.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { useApp } from '#test/harness.ts';
import { customerMissing, ProviderRefused } from '../providers/provider.ts';
import { chargeCardFor, readCharging } from './charge-card.ts';

const t = useApp();
const cards = () => t.areas.payments.providers.find('sandbox')!.cards!;
const missing = new ProviderRefused('sandbox', 'No such customer.', customerMissing);
const gone = async (address: string) =>
  (await t.mails(address)).filter(({ kind }) => kind === 'payments.cards_gone');
afterEach(() => {
  vi.restoreAllMocks();
});

test('a missing customer is created again, and its owner hears which cards are gone', async () => {
  const who = await t.signIn('another-account@example.com');
  await saveCard(t, who);
  const create = vi.spyOn(cards(), 'createCustomer');
  vi.spyOn(cards(), 'createSetup').mockRejectedValueOnce(missing);
  const setup = await createCardSetup(t, who);
  expect(setup.status).toBe('open');
  expect(create).toHaveBeenCalledTimes(1);
  expect(await listCards(t, who)).toEqual([]);
  const [mail, ...others] = await gone(who.email);
  expect(others).toEqual([]);
  expect(mail!.text).toContain('4242');
});

test('it is retried once only', async () => {
  const who = await t.signIn('never@example.com');
  await saveCard(t, who);
  const request = vi.spyOn(cards(), 'createSetup').mockRejectedValue(missing);
  await expect(createCardSetup(t, who)).rejects.toThrow('refused');
  expect(request).toHaveBeenCalledTimes(2);
});

test('a card of a missing customer is not charged again', async () => {
  const who = await t.signIn('charged@example.com');
  await saveCard(t, who);
  await setPaymentSettings(t, who, {
    top_up_is_on: true,
    top_up_threshold: '20.00',
    top_up_amount: '50.00',
    top_up_ceiling: '120.00',
  });
  vi.spyOn(cards(), 'charge').mockRejectedValue(missing);
  const { payments } = t.areas;
  await t.kernel.work.write(async (tx) => {
    const charging = (await readCharging(payments, tx, [who.accountId])).get(who.accountId)!;
    await chargeCardFor(payments, tx, {
      card: charging.card,
      amount: toAmount('5.00', 'USD'),
      purposeKey: 'test',
      subscriptionId: null,
      description: '',
      metadata: {},
    });
  });
  await t.jobs.runAll();
  expect(await listCards(t, who)).toEqual([]);
  expect(await gone(who.email)).toHaveLength(1);
});
