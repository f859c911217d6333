import { beforeAll, expect, test } from 'vitest';
import type { AreaUsageWire } from '#areas/figures/wire/index.ts';
import { dayMs } from '#lib/durations.ts';
import { askFigures, fetchFigures } from '#test/factories/figures.ts';
import { createCustomer } from '#test/factories/subscriptions.ts';
import { calculate, createActor, createMeteredCall, transcribe } from '#test/factories/usage.ts';
import { useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';

const t = useApp();
const sumDays = () => t.jobs.runSchedule('usage.maintain_days');
let ids: number[];
/** As it was on 1 February. */
let usage: AreaUsageWire;

beforeAll(async () => {
  t.clock.set(new Date('2027-01-31T10:00:00Z'));
  await sumDays();
  ids = [];
  for (const name of ['one', 'two'])
    ids.push((await createCustomer(t, `${name}@example.com`)).accountId);
  const { meter, flush } = t.areas.usage;
  const record = (id: number, given: Parameters<typeof createMeteredCall>[1]) =>
    meter.record(createMeteredCall(createActor(id), given));
  for (const id of ids) record(id, { endpoint: calculate });
  record(ids[0]!, { endpoint: calculate, status: 400, units: 0 });
  record(ids[0]!, { endpoint: transcribe, units: 12.5 });
  await flush();
  t.clock.advance(dayMs);
  record(ids[1]!, { endpoint: calculate });
  await flush();
  await sumDays();
  usage = await fetchFigures<AreaUsageWire>(t, 'usage/?from=2027-01');
});

const of = (area: string, metric: string) => ({ area, metric });

test('calls of all accounts are summed up by area, when their day is over', () => {
  expect(usage.until).toBe('2027-01-31');
  expect(usage.results).toEqual([
    {
      month: '2027-01',
      partial: false,
      ...of('customs', 'calculation'),
      requests: 3,
      errors: 1,
      units: '2',
      overage: '0.00',
    },
    {
      month: '2027-01',
      partial: false,
      ...of('speech', 'audio_second'),
      requests: 1,
      errors: 0,
      units: '12.5',
      overage: '0.00',
    },
  ]);
});

test('the sums are those of the accounts, also for a record that came late', async () => {
  const call = (at: string) => {
    t.clock.set(new Date(at));
    for (const id of ids)
      t.areas.usage.meter.record(createMeteredCall(createActor(id), { endpoint: calculate }));
  };
  const sumAt = async (at: string) => {
    t.clock.set(new Date(at));
    await t.areas.usage.flush();
    await sumDays();
  };
  call('2027-03-10T10:00:00Z');
  await sumAt('2027-03-12T10:00:00Z');
  call('2027-03-10T23:00:00Z');
  await sumAt('2027-03-12T11:00:00Z');
  const { totals } = await fetchFigures<AreaUsageWire>(t, 'usage/?from=2027-03&to=2027-03');
  const { requests } = await t.kernel.database.write
    .selectFrom('usage_day')
    .select(({ fn }) => fn.sum<string>('requests').as('requests'))
    .where('day', '>=', new Date('2027-03-01T00:00:00Z'))
    .where('day', '<', new Date('2027-04-01T00:00:00Z'))
    .executeTakeFirstOrThrow();
  expect(Number(requests)).toBe(4);
  expect(totals).toMatchObject([{ area: 'customs', metric: 'calculation', requests: 4 }]);
});

test('a day that a process of the release before summed up is summed up again', async () => {
  t.clock.set(new Date('2027-05-10T10:00:00Z'));
  t.areas.usage.meter.record(createMeteredCall(createActor(ids[0]!), { endpoint: calculate }));
  await t.areas.usage.flush();
  t.clock.set(new Date('2027-05-11T10:00:00Z'));
  await sumDays();
  const day = new Date('2027-05-10T00:00:00Z');
  await t.kernel.database.write.deleteFrom('usage_area_day').where('day', '=', day).execute();
  await sumDays();
  const { totals } = await fetchFigures<AreaUsageWire>(t, 'usage/?from=2027-05&to=2027-05');
  expect(totals).toMatchObject([{ area: 'customs', requests: 1 }]);
});

test('usage is a file', async () => {
  const { raw, headers } = await askFigures(t, 'usage/?from=2027-01&format=csv');
  expect(headers['content-disposition']).toBe('attachment; filename="usage.csv"');
  expect(readCsv(raw.body)[0]).toContain('overage');
});
