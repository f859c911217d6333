import { describe, expect, test } from 'vitest';
import { accountDeleted } from '#areas/accounts/server/index.ts';
import { budgets } from '#lib/budgets.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { createCardSetup, listCards, saveAtSandbox, saveCard } from '#test/factories/cards.ts';
import { sendWebhook } from '#test/factories/payments.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { cardSetupsPath, cardsPath } from '../../wire/cards.ts';
import { ProviderRefused, ProviderUnavailable } from '../providers/provider.ts';
import { checkCardSetups, finishCardSetup } from './finish-card-setup.ts';

const t = useApp();
const unknownId = '01900000-0000-7000-8000-000000000000';
let names = 0;
const customer = () => t.signIn(`card-${++names}@example.com`);
const start = (who: SignedIn, body: object = {}) => send(t, 'POST', cardSetupsPath, body, who);
const readSetup = (who: SignedIn, uuid: string) =>
  send(t, 'GET', `${cardSetupsPath}${uuid}/`, undefined, who);
const makeDefault = (who: SignedIn, uuid: string) =>
  send(t, 'POST', `${cardsPath}${uuid}/default/`, undefined, who);
const remove = (who: SignedIn, uuid: string) =>
  send(t, 'DELETE', `${cardsPath}${uuid}/`, undefined, who);
const readDefault = async (who: SignedIn) =>
  (await listCards(t, who)).filter((card) => card.is_default).map(({ uuid }) => uuid);
const mailKinds = async (who: SignedIn) => (await t.mails(who.email)).map(({ kind }) => kind);
const findSandboxCard = async (uuid: string) =>
  t.kernel.work.read((db) =>
    db
      .selectFrom('payment_card')
      .innerJoin('sandbox_card', 'sandbox_card.id', 'payment_card.provider_card_id')
      .select('sandbox_card.removed_at')
      .where('payment_card.id', '=', uuid)
      .executeTakeFirstOrThrow(),
  );

describe('saving a card', () => {
  test('leads to the provider, and keeps no more than what tells cards apart', async () => {
    const who = await customer();
    const setup = await start(who);
    expect(setup).toMatchObject({
      status: 201,
      body: { status: 'open', card: null, url: expect.stringContaining('/pay/sandbox/cards/') },
    });
    const uuid = String(setup.body.uuid);
    await sendWebhook(t, await saveAtSandbox(t, uuid));
    await t.jobs.runAll();
    const [card] = await listCards(t, who);
    expect(card).toEqual({
      uuid: expect.any(String),
      brand: 'visa',
      last4: '4242',
      exp_month: t.clock.now().getUTCMonth() + 1,
      exp_year: t.clock.now().getUTCFullYear() + 3,
      is_expired: false,
      is_usable: true,
      is_default: true,
      is_test: true,
      created_at: t.clock.now().toISOString(),
    });
    expect((await readSetup(who, uuid)).body).toMatchObject({
      status: 'completed',
      url: null,
      card: card?.uuid,
    });
    expect(await mailKinds(who)).toEqual(['payments.card_saved']);
  });

  test('happens once, however often and late the webhook arrives', async () => {
    const who = await customer();
    const { uuid } = await createCardSetup(t, who);
    const event = await saveAtSandbox(t, uuid);
    t.clock.advance(2 * hourMs);
    await checkCardSetups(t.areas.payments);
    const again = JSON.stringify({ ...JSON.parse(event), id: 'another-event' });
    for (const body of [event, event, again]) {
      await sendWebhook(t, body);
      await t.jobs.runAll();
    }
    await Promise.all([1, 2, 3].map(() => finishCardSetup(t.areas.payments, uuid)));
    expect(await listCards(t, who)).toHaveLength(1);
    expect(await mailKinds(who)).toHaveLength(1);
  });

  test('is found without a webhook, by the screen and by the job', async () => {
    const who = await customer();
    const first = await createCardSetup(t, who);
    await saveAtSandbox(t, first.uuid);
    expect((await readSetup(who, first.uuid)).body).toMatchObject({ status: 'completed' });
    const second = await createCardSetup(t, who);
    await saveAtSandbox(t, second.uuid, 'expires');
    t.clock.advance(3 * minuteMs);
    await t.jobs.runSchedule('payments.check_card_setups');
    expect((await listCards(t, who)).map(({ last4 }) => last4)).toEqual(['4444', '4242']);
  });

  test('ends after an hour, is completed by a late event, and is forgotten after a week', async () => {
    const who = await customer();
    const [late, abandoned] = [await createCardSetup(t, who), await createCardSetup(t, who)];
    t.clock.advance(2 * hourMs);
    await t.jobs.runSchedule('payments.check_card_setups');
    const signedIn = await t.signIn(who.email);
    expect((await readSetup(signedIn, abandoned.uuid)).body).toMatchObject({
      status: 'expired',
      url: null,
    });
    await sendWebhook(t, await saveAtSandbox(t, late.uuid));
    await t.jobs.runAll();
    expect(await listCards(t, who)).toHaveLength(1);
    t.clock.advance(8 * 24 * hourMs);
    await t.jobs.runSchedule('payments.check_card_setups');
    const later = await t.signIn(who.email);
    expect(await readSetup(later, abandoned.uuid)).toMatchObject({ status: 404 });
    expect(await readSetup(later, late.uuid)).toMatchObject({ status: 200 });
  });

  test('is limited', async () => {
    const who = await customer();
    const { uuid } = await saveCard(t, who);
    await t.kernel.database.pool.query(
      `insert into payment_card (id, account_id, provider, provider_customer_id,
         provider_card_id, brand, last4, exp_month, exp_year, is_default, created_at)
       select gen_random_uuid(), account_id, provider, provider_customer_id,
         provider_card_id || n, brand, last4, exp_month, exp_year, false, created_at
       from payment_card, generate_series(2, $2) n where id = $1`,
      [uuid, budgets.cardsPerAccount],
    );
    expect(await start(who)).toMatchObject({
      status: 400,
      body: { code: 'card_limit_reached', limit: budgets.cardsPerAccount },
    });
    const [newest] = await listCards(t, who);
    expect((await start(who, { replaces: newest!.uuid })).status).toBe(201);
    expect((await start(who, { replaces: newest!.uuid })).status).toBe(400);
  });

  test('is limited while others are being saved, too', async () => {
    const who = await customer();
    for (let n = 0; n < budgets.cardsPerAccount; n++) await createCardSetup(t, who);
    expect(await start(who)).toMatchObject({ status: 400, body: { code: 'card_limit_reached' } });
    t.clock.advance(hourMs + 1);
    expect((await start(await t.signIn(who.email))).status).toBe(201);
  });

  test('of another account’s setup, or of an unknown one, is not found', async () => {
    const { uuid } = await createCardSetup(t, await customer());
    const other = await customer();
    for (const id of [uuid, unknownId, 'x'])
      expect(await readSetup(other, id)).toMatchObject({ status: 404 });
    expect(await start(other, { replaces: unknownId })).toMatchObject({ status: 404 });
  });
});

describe('a card that is saved again', () => {
  test('is listed once, as the default that it was, with its present expiry', async () => {
    const who = await customer();
    const first = await saveCard(t, who);
    const other = await saveCard(t, who, 'is_declined');
    t.clock.advance(40 * 24 * hourMs);
    const signedIn = await t.signIn(who.email);
    const { uuid } = await createCardSetup(t, signedIn);
    await sendWebhook(t, await saveAtSandbox(t, uuid));
    await t.jobs.runAll();
    const cards = await listCards(t, who);
    expect(cards.map(({ last4, is_default }) => [last4, is_default])).toEqual([
      ['4242', true],
      ['0341', false],
    ]);
    expect(cards[0]!.exp_month).not.toBe(first.exp_month);
    expect(cards[1]!.uuid).toBe(other.uuid);
    expect((await readSetup(signedIn, uuid)).body).toMatchObject({
      card: cards[0]!.uuid,
      was_saved_before: true,
    });
    expect((await findSandboxCard(first.uuid)).removed_at).not.toBeNull();
    expect((await findSandboxCard(cards[0]!.uuid)).removed_at).toBeNull();
  });

  test('takes the place of another that it replaces', async () => {
    const who = await customer();
    const [old] = [await saveCard(t, who), await saveCard(t, who, 'is_declined')];
    const again = await saveCard(t, who, 'is_declined', { replaces: old.uuid });
    expect(await listCards(t, who)).toEqual([again]);
    expect(again).toMatchObject({ last4: '0341', is_default: true });
    const third = await saveCard(t, who, 'is_declined', { replaces: again.uuid });
    expect(await listCards(t, who)).toEqual([third]);
  });

  test('is one entry, also when it is saved several times at once', async () => {
    const who = await customer();
    const setups = await Promise.all([1, 2, 3, 4].map(() => createCardSetup(t, who)));
    for (const { uuid } of setups) await saveAtSandbox(t, uuid);
    await Promise.all(setups.map(({ uuid }) => finishCardSetup(t.areas.payments, uuid)));
    expect(await listCards(t, who)).toMatchObject([{ last4: '4242', is_default: true }]);
    const completed = await Promise.all(setups.map(({ uuid }) => readSetup(who, uuid)));
    expect(completed.filter(({ body }) => body.was_saved_before)).toHaveLength(3);
  });

  test('is another account’s own', async () => {
    await saveCard(t, await customer());
    expect(await listCards(t, await customer())).toEqual([]);
    expect((await saveCard(t, await customer())).is_default).toBe(true);
  });
});

describe('several cards', () => {
  test('have one default: the first, until another is chosen', async () => {
    const who = await customer();
    const [first, second] = [await saveCard(t, who), await saveCard(t, who, 'is_declined')];
    expect(await readDefault(who)).toEqual([first.uuid]);
    expect(await makeDefault(who, second.uuid)).toMatchObject({
      status: 200,
      body: { uuid: second.uuid, is_default: true },
    });
    expect((await makeDefault(who, second.uuid)).status).toBe(200);
    expect(await readDefault(who)).toEqual([second.uuid]);
  });

  test('have one default, also when all are saved or chosen at once', async () => {
    const who = await customer();
    const behaviors = ['pays', 'is_declined', 'needs_authentication', 'expires'] as const;
    const setups = await Promise.all(behaviors.map(() => createCardSetup(t, who)));
    for (const [at, { uuid }] of setups.entries()) await saveAtSandbox(t, uuid, behaviors[at]);
    await Promise.all(setups.map(({ uuid }) => finishCardSetup(t.areas.payments, uuid)));
    expect(await readDefault(who)).toHaveLength(1);
    await Promise.all((await listCards(t, who)).map(({ uuid }) => makeDefault(who, uuid)));
    expect(await readDefault(who)).toHaveLength(1);
  });

  test('are removed here and at the provider; the newest becomes the default', async () => {
    const who = await customer();
    const first = await saveCard(t, who);
    const second = await saveCard(t, who, 'is_declined');
    const third = await saveCard(t, who, 'expires');
    expect((await remove(who, first.uuid)).status).toBe(204);
    await t.jobs.runAll();
    expect((await listCards(t, who)).map(({ uuid }) => uuid)).toEqual([third.uuid, second.uuid]);
    expect(await readDefault(who)).toEqual([third.uuid]);
    expect((await findSandboxCard(first.uuid)).removed_at).not.toBeNull();
    expect((await findSandboxCard(second.uuid)).removed_at).toBeNull();
    expect((await remove(who, first.uuid)).status).toBe(404);
  });

  test('are replaced: the new one takes the place of the old', async () => {
    const who = await customer();
    const [old, other] = [await saveCard(t, who), await saveCard(t, who, 'is_declined')];
    const successor = await saveCard(t, who, 'expires', { replaces: old.uuid });
    expect(successor.is_default).toBe(true);
    expect((await listCards(t, who)).map(({ uuid }) => uuid)).toEqual([successor.uuid, other.uuid]);
  });

  test('of others are neither seen nor changed', async () => {
    const card = await saveCard(t, await customer());
    const other = await customer();
    expect(await listCards(t, other)).toEqual([]);
    for (const id of [card.uuid, unknownId, 'x']) {
      expect((await makeDefault(other, id)).status).toBe(404);
      expect((await remove(other, id)).status).toBe(404);
      expect((await start(other, { replaces: card.uuid })).status).toBe(404);
    }
  });

  test('are forgotten with their account, also one that is being saved', async () => {
    const who = await customer();
    const card = await saveCard(t, who);
    const { uuid } = await createCardSetup(t, who);
    await saveAtSandbox(t, uuid);
    const { accountId } = who;
    await t.kernel.database.transaction((tx) =>
      t.kernel.events.publish(tx, accountDeleted, { accountId }),
    );
    await finishCardSetup(t.areas.payments, uuid);
    await t.jobs.runAll();
    expect(await listCards(t, who)).toEqual([]);
    expect((await findSandboxCard(card.uuid)).removed_at).not.toBeNull();
  });

  test('are listed in pages', async () => {
    const who = await customer();
    await saveCard(t, who);
    const page = await send(t, 'GET', `${cardsPath}?page=2`, undefined, who);
    expect(page).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('without a provider', () => {
  test.each([
    [undefined, 400, 'cards_unavailable'],
    [new ProviderUnavailable('sandbox', 'timed out'), 503, 'provider_unavailable'],
    [new ProviderRefused('sandbox', 'Not this one.'), 502, 'provider_refused'],
  ])('%s, nothing is started', async (error, status, code) => {
    const who = await customer();
    const { providers } = t.areas.payments;
    const { forCards } = providers;
    const sandbox = providers.find('sandbox')!;
    const createSetup = () => Promise.reject(error);
    providers.forCards = () => error && { ...sandbox, cards: { ...sandbox.cards!, createSetup } };
    expect(await start(who)).toMatchObject({ status, body: { code } });
    providers.forCards = forCards;
    const open = t.kernel.database.write
      .selectFrom('card_setup')
      .where('account_id', '=', who.accountId)
      .where('status', '=', 'open');
    expect(await open.select('id').execute()).toEqual([]);
  });
});
