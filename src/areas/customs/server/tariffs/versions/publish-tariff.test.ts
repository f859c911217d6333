import { beforeAll, describe, expect, test } from 'vitest';
import {
  importTestTariff,
  publishTestTariff,
  tariffCode,
  tariffMeasure,
} from '#test/factories/customs-tariffs.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { discardByOperator, publishByOperator } from './publish-tariff.ts';
import { findVersion, listEvents, readTariff } from './tariff-version-store.ts';

const t = useApp();
const versions = '/apix/admin/customs-tariffs/';
let first: SignedIn;
let second: SignedIn;
let support: SignedIn;
let customer: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  first = await t.signIn('first@example.com', { roles: ['admin'] });
  second = await t.signIn('second@example.com', { roles: ['admin'] });
  support = await t.signIn('support@example.com', { roles: ['support'] });
  customer = await t.signIn('customer@example.com');
});

const call = (by: SignedIn | null, method: 'GET' | 'POST', url: string) =>
  send(t, method, url, undefined, by ? { headers: by.headers } : {});
const at = (id: number | string, action = '') => `${versions}${id}/${action}`;

let files = 0;
/** Each test has a source of its own, so that versions of others are not superseded. */
const createTariff = (name: string, percent: number, effectiveFrom: string) => ({
  records: [
    tariffCode('610910', 0, 'T-shirts of cotton'),
    tariffMeasure('610910', percent),
    tariffCode(`61091${(percent % 8) + 1}`, 0, `Only in the file of ${percent} %`),
  ],
  source: { name },
  effectiveFrom,
  text: `file ${++files}`,
});

describe('an imported tariff', () => {
  test('is approved by one person and published by another', async () => {
    const { version } = await importTestTariff(t, createTariff('two-people', 12, '2026-01-01'));
    const early = await call(first, 'POST', at(version.id, 'publish/'));
    expect([early.status, early.body.code]).toEqual([400, 'tariff_not_approved']);
    const approved = await call(first, 'POST', at(version.id, 'approve/'));
    expect(approved.body).toMatchObject({
      status: 'imported',
      approved_by: { id: first.accountId },
    });
    await call(first, 'POST', at(version.id, 'approve/'));
    const alone = await call(first, 'POST', at(version.id, 'publish/'));
    expect([alone.status, alone.body.code]).toEqual([403, 'second_person_needed']);
    const published = await call(second, 'POST', at(version.id, 'publish/'));
    expect(published.body).toMatchObject({
      status: 'published',
      published_by: { email: 'second@example.com' },
      events: [{ action: 'imported', by: null }, { action: 'approved' }, { action: 'published' }],
    });
    for (const action of ['approve/', 'publish/']) {
      const again = await call(second, 'POST', at(version.id, action));
      expect([again.status, again.body]).toMatchObject([
        400,
        { code: 'invalid_state', current_status: 'published' },
      ]);
    }
  });

  test('is published by the operator alone, which is recorded as such', async () => {
    const id = await publishTestTariff(t, createTariff('operator', 12, '2026-01-01'));
    expect((await call(support, 'GET', at(id))).body).toMatchObject({
      status: 'published',
      approved_by: null,
      published_by: null,
      events: [{}, { action: 'published', by: null, note: 'By the operator on the command line' }],
    });
    const publish = (which: number) =>
      t.kernel.work.write((tx) => publishByOperator(t.kernel, tx, which));
    await expect(publish(id)).rejects.toThrow('is published already');
    await expect(publish(999_999)).rejects.toThrow('There is no version');
  });

  test('supersedes only a version that does not apply on any day any more', async () => {
    const later = await publishTestTariff(t, createTariff('periods', 10, '2026-07-01'));
    const earlier = await publishTestTariff(t, createTariff('periods', 12, '2026-01-01'));
    const corrected = await publishTestTariff(t, createTariff('periods', 11, '2026-07-01'));
    const statuses = [];
    for (const id of [later, earlier, corrected])
      statuses.push((await call(support, 'GET', at(id))).body.status);
    expect(statuses).toEqual(['superseded', 'published', 'published']);
  });
});

describe('discarding an import on the command line', () => {
  const discard = (id: number) => t.kernel.work.write((tx) => discardByOperator(t.kernel, tx, id));
  const listRows = async (id: number) => {
    const tables = ['customs_tariff', 'customs_tariff_code', 'customs_tariff_measure'];
    const counts = tables.map((table, at) =>
      t.kernel.database.pool.query<{ count: number }>(
        `select count(*)::int from ${table} where ${at === 0 ? 'id' : 'tariff_id'} = $1`,
        [id],
      ),
    );
    return (await Promise.all(counts)).map(({ rows }) => rows[0]?.count);
  };

  test('deletes it, keeps a record, and lets its file be imported again', async () => {
    const file = createTariff('discarded', 12, '2026-01-01');
    const { version } = await importTestTariff(t, file);
    await call(first, 'POST', at(version.id, 'approve/'));
    expect(await listRows(version.id)).toEqual([1, 2, 1]);
    await discard(version.id);
    expect(await listRows(version.id)).toEqual([0, 0, 0]);
    const what = `discarded of CH, file tariff.json, sha256 ${version.sha256}`;
    expect(await listEvents(t.kernel.database.write, version.id)).toMatchObject([
      { action: 'imported' },
      { action: 'approved' },
      { action: 'discarded', account_id: null, note: expect.stringContaining(what) },
    ]);
    const discardedMessage = `Version ${version.id} was discarded on 2026-11-21. By the operator`;
    await expect(discard(version.id)).rejects.toThrow(discardedMessage);
    await expect(readTariff(t.kernel.database.write, version.id)).rejects.toThrow(discardedMessage);
    expect((await call(support, 'GET', at(version.id))).status).toBe(404);
    const again = await importTestTariff(t, file);
    expect([again.isNew, again.version.id === version.id]).toEqual([true, false]);
  });

  test('is refused for what was ever published, and for what does not exist', async () => {
    const older = await publishTestTariff(t, createTariff('kept', 12, '2026-01-01'));
    await expect(discard(older)).rejects.toThrow(
      `Version ${older} is published: only one never published can be discarded.`,
    );
    await publishTestTariff(t, createTariff('kept', 10, '2026-01-01'));
    await expect(discard(older)).rejects.toThrow('is superseded');
    expect(await findVersion(t.kernel.database.write, older)).toBeDefined();
    await expect(discard(999_999)).rejects.toThrow('There is no version 999999.');
  });
});

describe('the comparison with the version in force', () => {
  test('names new and gone codes and changed duties', async () => {
    const before = await publishTestTariff(t, createTariff('compared', 12, '2026-01-01'));
    const { version } = await importTestTariff(t, createTariff('compared', 9, '2027-01-01'));
    expect((await call(support, 'GET', at(version.id, 'diff/'))).body).toEqual({
      against: { id: before, effective_from: '2026-01-01' },
      new_codes: {
        count: 1,
        examples: [{ code: '610912', description: 'Only in the file of 9 %' }],
      },
      gone_codes: {
        count: 1,
        examples: [{ code: '610915', description: 'Only in the file of 12 %' }],
      },
      changed_duties: {
        count: 1,
        examples: [
          { code: '610910', kind: 'third_country', origin: '*', before: '12 %', after: '9 %' },
        ],
      },
    });
  });

  test('says so when there is none', async () => {
    const { version } = await importTestTariff(t, createTariff('alone', 12, '2026-01-01'));
    const { body } = await call(support, 'GET', at(version.id, 'diff/'));
    expect(body).toMatchObject({ against: null, new_codes: { count: 0 } });
  });
});

test('staff list all versions; customers and strangers none', async () => {
  const { version } = await importTestTariff(t, createTariff('listed', 12, '2026-01-01'));
  const { body } = await call(support, 'GET', `${versions}?status=imported&page_size=100`);
  expect(body.results).toContainEqual(
    expect.objectContaining({ id: version.id, source: 'listed', codes: 2, measures: 1 }),
  );
  expect((await call(support, 'GET', `${versions}?page=99`)).status).toBe(404);
  expect((await call(support, 'GET', `${versions}?status=other`)).status).toBe(400);
  expect((await call(customer, 'GET', versions)).status).toBe(403);
  expect((await call(null, 'GET', versions)).status).toBe(401);
  for (const action of ['', 'diff/']) {
    expect((await call(customer, 'GET', at(version.id, action))).status).toBe(403);
    expect((await call(null, 'GET', at(version.id, action))).status).toBe(401);
    expect((await call(support, 'GET', at('999999', action))).status).toBe(404);
  }
  for (const action of ['approve/', 'publish/']) {
    expect((await call(support, 'POST', at(version.id, action))).status).toBe(403);
    expect((await call(null, 'POST', at(version.id, action))).status).toBe(401);
    expect((await call(first, 'POST', at('none', action))).status).toBe(404);
  }
});
