// "Tell me when this changes": switched on, run again, recorded, mailed once a day.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { budgets } from '#lib/budgets.ts';
import { dayMs } from '#lib/durations.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { RecalculationWire } from '../../wire/calculations/recalculations.ts';
import { requestRecalculation } from './recalculate.ts';

const t = useApp();
const vehicles = '/apix/data_customs/vehicle-calculation/';
const start = new Date('2026-11-21T10:00:00Z');

beforeAll(() => t.clock.set(start));
/** Calculations of other tests would be run again, too. */
beforeEach(async () => {
  await t.kernel.database.write
    .updateTable('customs_calculation')
    .set({ is_watched: false })
    .execute();
});

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT';
const call = (by: SignedIn, method: Method, url: string, body?: object) =>
  send(t, method, vehicles + url, body, { headers: by.headers });
const watch = (by: SignedIn, id: unknown, isWatched = true) =>
  call(by, 'PATCH', `${id}/`, { is_watched: isWatched });
const runNight = () => t.jobs.runSchedule('customs.recalculate');
const runMails = () => t.jobs.runSchedule('customs.mail_changes');
const listChanges = async (by: SignedIn, id: unknown) =>
  (await call(by, 'GET', `${id}/recalculations/`)).body.results as RecalculationWire[];

async function saveWatched(by: SignedIn, title = 'My car'): Promise<number> {
  const { id } = (await call(by, 'POST', '', { ...petrolCar, title })).body;
  const { body } = await watch(by, id);
  expect([body.is_watched, body.changes]).toEqual([true, undefined]);
  return Number(id);
}

/** As if the stored total had been calculated with other rules. */
async function pretendEarlierTotal(id: number, share: number, rateText?: string): Promise<void> {
  const db = t.kernel.database.write;
  const { result } = (await db
    .selectFrom('customs_calculation')
    .select('result')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()) as { result: Record<string, unknown> };
  const total = (Number(result.total_payments) * share).toFixed(2);
  const [first, ...others] = result.breakdown as Record<string, unknown>[];
  const breakdown = [{ ...first, ...(rateText && { rate_text: rateText }) }, ...others];
  await db
    .updateTable('customs_calculation')
    .set({ result: JSON.stringify({ ...result, total_payments: total, breakdown }) })
    .where('id', '=', id)
    .execute();
}

test('a difference is recorded once, and the stored result stays', async () => {
  const who = await t.signIn('watcher@example.com');
  const id = await saveWatched(who);
  await runNight();
  expect(await listChanges(who, id)).toEqual([]);
  const today = (await call(who, 'GET', `${id}/`)).body;
  await pretendEarlierTotal(id, 0.9, '1 %');
  const stored = (await call(who, 'GET', `${id}/`)).body;
  await runNight();
  await runNight();
  const [change, ...others] = await listChanges(who, id);
  expect(others).toEqual([]);
  expect(change).toMatchObject({
    ...{ status_before: stored.status, status_after: today.status, is_current: true },
    ...{ total_before: stored.total_payments, total_after: today.total_payments },
    reason: expect.stringMatching(/^Became .* dearer because .*: 1 % → .+\.$/),
  });
  const same = (await call(who, 'GET', `${id}/`)).body;
  expect({ ...same, pdf_url: '' }).toEqual({ ...stored, pdf_url: '' });
  t.clock.advance(1000);
  await call(who, 'PUT', `${id}/`, petrolCar);
  expect(await listChanges(who, id)).toMatchObject([{ is_current: false }]);
  await runNight();
  expect(await listChanges(who, id)).toHaveLength(1);
});

test('less than half a percent, and what is not watched, is not told', async () => {
  const who = await t.signIn('calm@example.com');
  const id = await saveWatched(who);
  await pretendEarlierTotal(id, 1.004);
  await runNight();
  await pretendEarlierTotal(id, 0.5);
  await watch(who, id, false);
  await runNight();
  expect(await listChanges(who, id)).toEqual([]);
});

test('rules that refuse it are told once', async () => {
  const who = await t.signIn('refused@example.com');
  const id = await saveWatched(who);
  await t.kernel.database.pool.query(
    `update customs_calculation set inputs = inputs || '{"destination_country": "BR"}'
     where id = $1`,
    [id],
  );
  await runNight();
  await runNight();
  expect(await listChanges(who, id)).toMatchObject([
    {
      ...{ status_after: 'unavailable', total_after: null, currency_after: null },
      reason: expect.stringMatching(/^Cannot be calculated any more: There are no rules/),
    },
  ]);
});

test('one e-mail a day has everything, and none is sent without news', async () => {
  const who = await t.signIn('mailed@example.com');
  const ids = [await saveWatched(who, 'First car'), await saveWatched(who, 'Second car')];
  const quiet = await saveWatched(who, 'Third car');
  for (const id of ids) await pretendEarlierTotal(id, 0.8);
  await runNight();
  await runMails();
  const listMails = () => t.mails(who.email);
  const [mail, ...others] = await listMails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('New results for 2 of your calculations');
  for (const text of ['First car', 'Second car', 'dearer', '/dashboard/customs'])
    expect(mail?.text).toContain(text);
  expect(mail?.text).not.toContain('Third car');
  await pretendEarlierTotal(quiet, 0.8);
  await runNight();
  await runMails();
  expect(await listMails()).toHaveLength(1);
  t.clock.advance(dayMs);
  await runMails();
  expect((await listMails())[1]?.subject).toBe('A new result for Third car');
  t.clock.advance(dayMs);
  await runMails();
  expect(await listMails()).toHaveLength(2);
  t.clock.set(start);
});

test('a publication runs those that it covers again', async () => {
  const who = await t.signIn('published@example.com');
  const id = await saveWatched(who);
  await pretendEarlierTotal(id, 0.9);
  const sets = await t.areas.customs.ruleSets.all();
  const request = async (setId: string) => {
    const { body } = sets.find((one) => one.body.id === setId)!;
    const version = { id: setId, version: body.version, body };
    await t.kernel.work.write((tx) => requestRecalculation(t.areas.customs, tx, version));
    await t.jobs.runAll();
  };
  await request('ge.vehicle');
  await request('ua.goods');
  expect(await listChanges(who, id)).toEqual([]);
  await request('ua.vehicle');
  expect(await listChanges(who, id)).toHaveLength(1);
});

test('only saved calculations can be watched, up to a limit', async () => {
  const who = await t.signIn('many@example.com');
  const run = (await call(who, 'POST', 'calculate/', petrolCar)).body;
  expect(run.is_watched).toBe(false);
  const refused = await watch(who, run.id);
  expect([refused.status, refused.body]).toEqual([
    400,
    { is_watched: ['Save the calculation first.'] },
  ]);
  expect((await call(who, 'PATCH', `${run.id}/`, { is_watched: 'yes' })).status).toBe(400);
  const id = await saveWatched(who);
  const limit = budgets.watchedCalculationsPerAccount;
  await t.kernel.database.pool.query(
    `insert into customs_calculation (account_id, kind, is_saved, is_watched, destination_country,
       regime, currency, total, inputs, result, rule_set_id, rates, created_at, updated_at)
     select account_id, kind, true, true, destination_country, regime, currency, total, inputs,
       result, rule_set_id, rates, created_at, updated_at
     from customs_calculation, generate_series(2, $2::int) where id = $1`,
    [id, limit],
  );
  const other = (await call(who, 'POST', '', petrolCar)).body.id;
  expect((await watch(who, other)).body).toMatchObject({ code: 'watch_limit_reached', limit });
  const goods = '/apix/data_customs/custom-calculation/';
  const { headers } = who;
  const shirts = {
    ...{ destination_country: 'DE', currency: 'EUR', incoterm: 'CIF' },
    items: [{ description: 'T-shirts', hs_code: '610910', quantity: '1', value: '100' }],
  };
  const order = (await send(t, 'POST', goods, shirts, { headers })).body.id;
  const ofGoods = await send(t, 'PATCH', `${goods}${order}/`, { is_watched: true }, { headers });
  expect(ofGoods.body).toMatchObject({ code: 'watch_limit_reached', limit });
  expect((await watch(who, id)).status).toBe(200);
  // More than one slice.
  await runNight();
  expect(await listChanges(who, id)).toEqual([]);
});

test.each(['vehicle', 'custom'])(
  'the changes of a %s calculation are its owner’s',
  async (kind) => {
    const who = await t.signIn(`owner-${kind}@example.com`);
    const stranger = await t.signIn(`stranger-${kind}@example.com`);
    const folder = `/apix/data_customs/${kind}-calculation/`;
    const items = [{ description: 'Shirts', hs_code: '610910', quantity: 1, unit_price: '20' }];
    const shirts = { destination_country: 'UA', currency: 'EUR', items };
    const body = kind === 'vehicle' ? petrolCar : shirts;
    const { id } = (await send(t, 'POST', folder, body, { headers: who.headers })).body;
    const read = (by?: SignedIn, query = '') =>
      send(t, 'GET', `${folder}${id}/recalculations/${query}`, undefined, {
        ...(by && { headers: by.headers }),
      });
    expect((await read(who)).body).toMatchObject({ count: 0, results: [] });
    expect((await read(who, '?page=2')).status).toBe(404);
    expect((await read(stranger)).body.code).toBe('not_found');
    expect((await read()).status).toBe(401);
  },
);
