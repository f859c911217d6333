import { beforeAll, describe, expect, test, vi } from 'vitest';
import { isInTransaction } from '#kernel/database/work.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type {
  RuleSetDifferenceWire,
  RuleSetVersionDetailsWire,
} from '../../wire/rule-sets/rule-set-versions.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { readRuleFiles } from './rule-files.ts';
import { createRuleSets } from './rule-sets.ts';

const t = useApp();
const versions = '/apix/admin/rule-sets/';
const vehicles = '/apix/data_customs/vehicle-calculation/';
const ukraine = readRuleFiles().find(({ id }) => id === 'ua.vehicle')!;
let author: SignedIn;
let reviewer: SignedIn;
let customer: SignedIn;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';
const call = (by: SignedIn | null, method: Method, url: string, body?: object) =>
  send(t, method, url, body, by ? { headers: by.headers } : {});
const at = (id: number | string, action = '') => `${versions}${id}/${action}`;

/** The rules with another duty; their examples have to follow it. */
function readRules(version: number, rate: string, isHonest = true): RuleSet {
  const rules = structuredClone(ukraine);
  rules.version = version;
  for (const step of rules.steps)
    if (step.op === 'rate' && step.code === 'DUTY') Object.assign(step, { rate });
  if (isHonest) rules.tests = [{ ...createExample(rate), id: `duty-of-${rate}` }];
  return rules;
}

/** 10,000 EUR: duty, excise of 599.40, and VAT of 20 % on all of it. */
function createExample(rate: string): RuleSet['tests'][number] {
  const duty = 10_000 * Number(rate);
  const vat = (10_000 + duty + 599.4) * 0.2;
  return {
    id: 'duty',
    facts: petrolCar,
    date: '2026-11-21',
    lines: { DUTY: duty.toFixed(2), EXCISE: '599.40', VAT: vat.toFixed(2) },
    total: (duty + 599.4 + vat).toFixed(2),
    source: 'by hand',
  };
}

const listed = async (query: string) =>
  (await call(author, 'GET', `${versions}?${query}`)).body.results as RuleSetVersionDetailsWire[];

async function lastVersion(): Promise<number> {
  const rows = await listed('search=ua.vehicle&page_size=100');
  return Math.max(
    ...rows.filter(({ set_id }) => set_id === 'ua.vehicle').map(({ version }) => version),
  );
}

/** The next version of the set, whatever the tests before this one have drafted. */
const nextRules = async (rate: string, isHonest = true) =>
  readRules((await lastVersion()) + 1, rate, isHonest);

async function drafted(rules: RuleSet, by = author): Promise<RuleSetVersionDetailsWire> {
  const reply = await call(by, 'POST', versions, { rules, note: 'As announced' });
  expect(reply.body).toMatchObject({ status: 'draft', set_id: 'ua.vehicle' });
  return reply.body as unknown as RuleSetVersionDetailsWire;
}

async function published(rules: RuleSet): Promise<RuleSetVersionDetailsWire> {
  const { id } = await drafted(rules);
  const approved = await call(reviewer, 'POST', at(id, 'review/'), { decision: 'approve' });
  expect(approved.body).toMatchObject({ status: 'reviewed' });
  const reply = await call(reviewer, 'POST', at(id, 'publish/'));
  expect(reply.body).toMatchObject({ status: 'published' });
  return reply.body as unknown as RuleSetVersionDetailsWire;
}

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  author = await t.signIn('author@example.com', { roles: ['admin'] });
  reviewer = await t.signIn('reviewer@example.com', { roles: ['admin'] });
  customer = await t.signIn('customer@example.com');
  await t.areas.customs.ruleSets.all();
});

describe('a draft', () => {
  test('names every problem of its shape', async () => {
    const { steps: _, ...rest } = readRules(2, '0.05');
    const rules = { ...rest, currency: 'euro', extra: 1 };
    const reply = await call(author, 'POST', versions, { rules });
    expect(reply.status).toBe(400);
    const problems = (reply.body as { rules: string[] }).rules;
    expect(problems.map((one) => one.split(':')[0])).toEqual(
      expect.arrayContaining(['currency', 'steps']),
    );
    expect(problems.join()).toContain('extra');
    expect((await call(author, 'POST', versions, { rules: 'text' })).status).toBe(400);
  });

  test('reads no file that is not a tariff', async () => {
    const rules = { ...readRules(2, '0.05'), tables: { age: { include: '../rules/ua.vehicle' } } };
    const reply = await call(author, 'POST', versions, { rules });
    expect((reply.body as { rules: string[] }).rules.join()).toContain('tables.age');
  });

  test('takes the next version of its set', async () => {
    const last = await lastVersion();
    const reply = await call(author, 'POST', versions, { rules: readRules(last, '0.05') });
    expect(reply.body).toEqual({
      rules: [`version: the last one is ${last}, the next one is ${last + 1}`],
    });
  });

  test('is validated before it can be approved', async () => {
    const wrong = { ...(await nextRules('0.05', false)), tests: [createExample('0.10')] };
    const { id, version } = await drafted(wrong);
    const validation = await call(author, 'POST', at(id, 'check/'));
    expect(validation.body).toMatchObject({
      problems: expect.arrayContaining(['duty: DUTY should be 1000.00 and is 500.00']),
      examples: [{ id: 'duty' }],
    });
    const reply = await call(reviewer, 'POST', at(id, 'review/'), { decision: 'approve' });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'rule_set_not_publishable' });
    expect(reply.body.problems).toContain('duty: DUTY should be 1000.00 and is 500.00');
    const rules = readRules(version, '0.05');
    const mended = await call(author, 'PUT', at(id), { rules, note: 'Mended' });
    expect(mended.body).toMatchObject({
      events: [{ action: 'drafted', by: { email: 'author@example.com' } }, { action: 'changed' }],
    });
    expect((await call(author, 'POST', at(id, 'check/'))).body).toMatchObject({ problems: [] });
  });

  test('keeps its set and version, and changes only while it is a draft', async () => {
    const { id, version } = await drafted(await nextRules('0.05'));
    const moved = await call(author, 'PUT', at(id), { rules: readRules(version + 1, '0.05') });
    expect(moved.body).toEqual({ rules: [`id, version: this draft is ua.vehicle@${version}`] });
    expect((await call(author, 'PUT', at(id), { rules: {} })).status).toBe(400);
    const [first] = await listed('status=published&search=ua.vehicle');
    const rules = readRules(first!.version, '0.05');
    const change = await call(author, 'PUT', at(first!.id), { rules });
    expect(change.body).toMatchObject({ code: 'invalid_state', current_status: 'published' });
  });

  test('with dangling references is not compared', async () => {
    const broken = await nextRules('0.05');
    broken.steps = broken.steps.filter(({ code }) => code !== 'CV');
    const { id } = await drafted(broken);
    const reply = await call(author, 'GET', at(id, 'diff/'));
    expect(reply.body).toMatchObject({ code: 'rule_set_not_publishable' });
  });

  test('is not compared if an example cannot be evaluated, and names it', async () => {
    const before = await published(await nextRules('0.10'));
    const broken = await nextRules('0.05');
    broken.tests = [{ ...createExample('0.05'), facts: { ...petrolCar, price: 'much' } }];
    const { id } = await drafted(broken);
    const reply = await call(author, 'GET', at(id, 'diff/'));
    expect(reply).toMatchObject({ status: 400, body: { code: 'rule_set_not_publishable' } });
    expect(String(reply.body.problems)).toContain(
      `duty cannot be evaluated by version ${before.version}`,
    );
  });
});

describe('the review', () => {
  test('is done by another person, who can return it', async () => {
    const draft = await drafted(await nextRules('0.05'));
    const own = await call(author, 'POST', at(draft.id, 'review/'), { decision: 'approve' });
    expect(own.body).toMatchObject({ code: 'second_person_needed' });
    expect((await call(reviewer, 'POST', at(draft.id, 'review/'), {})).status).toBe(400);
    const returned = { decision: 'return', note: 'Which law?' };
    expect((await call(reviewer, 'POST', at(draft.id, 'review/'), returned)).body).toMatchObject({
      status: 'draft',
      events: [{ action: 'drafted' }, { action: 'returned', note: 'Which law?' }],
    });
    const early = await call(reviewer, 'POST', at(draft.id, 'publish/'));
    expect(early.body).toMatchObject({ code: 'invalid_state', current_status: 'draft' });
  });

  test('shows which totals change', async () => {
    const before = await published({ ...(await nextRules('0.10')), tests: ukraine.tests });
    const draft = await drafted(await nextRules('0.05'));
    const { body } = await call(reviewer, 'GET', at(draft.id, 'diff/'));
    const { against, compared, moved } = body as unknown as RuleSetDifferenceWire;
    expect(against).toMatchObject({ version: before.version });
    expect(compared).toBe(ukraine.tests.length + 1);
    expect(moved.find(({ example }) => example === 'duty-of-0.05')).toEqual({
      example: 'duty-of-0.05',
      date: '2026-11-21',
      currency: 'EUR',
      before: { total: '3919.28', is_minimum: false },
      after: { total: '3319.28', is_minimum: false },
      lines: [
        { code: 'DUTY', label: expect.any(String), before: '1000.00', after: '500.00' },
        { code: 'VAT', label: expect.any(String), before: '2319.88', after: '2219.88' },
      ],
    });
  });

  test('runs the examples before its transaction, and publishing runs none again', async () => {
    const { ruleSetChecker } = t.areas.customs;
    const runExamples = ruleSetChecker.runExamples;
    const outcomes: { isInTransaction: boolean; result: object }[] = [];
    const spy = vi.spyOn(ruleSetChecker, 'runExamples').mockImplementation(async (ruleSet) => {
      const result = await runExamples(ruleSet);
      outcomes.push({ isInTransaction: isInTransaction(), result });
      return result;
    });
    await published(await nextRules('0.10'));
    spy.mockRestore();
    expect(outcomes.map((one) => one.isInTransaction)).toEqual([false, false]);
    expect(outcomes[1]?.result).toBe(outcomes[0]?.result);
  });

  test('approves exactly the rules that are published', async () => {
    const draft = await drafted(await nextRules('0.05'));
    await call(reviewer, 'POST', at(draft.id, 'review/'), { decision: 'approve' });
    const rules = readRules(draft.version, '0.01');
    const change = await call(author, 'PUT', at(draft.id), { rules });
    expect(change.body).toMatchObject({ current_status: 'reviewed' });
    const { pool } = t.kernel.database;
    const tamper = `update customs_rule_set set digest = 'x' where id = ${draft.id}`;
    await expect(pool.query(tamper)).rejects.toThrow('never changes');
    const again = { decision: 'approve' };
    const second = await call(reviewer, 'POST', at(draft.id, 'review/'), again);
    expect(second.body).toMatchObject({ code: 'invalid_state' });
  });

  test('is needed again if the rules fail when they are published', async () => {
    const draft = await drafted(await nextRules('0.05'));
    await call(reviewer, 'POST', at(draft.id, 'review/'), { decision: 'approve' });
    const rival = { ...readRules(1, '0.02'), id: 'ua.vehicle.rival' };
    const { pool } = t.kernel.database;
    const { rows } = await pool.query(
      `insert into customs_rule_set
         (set_id, version, kind, status, body, digest, created_at, published_at)
       values ('ua.vehicle.rival', 1, 'vehicle', 'published', $1, 'x', now(), now()) returning id`,
      [JSON.stringify(rival)],
    );
    const reply = await call(author, 'POST', at(draft.id, 'publish/'));
    expect(reply.body).toMatchObject({
      code: 'rule_set_not_publishable',
      problems: [`ua.vehicle@${draft.version} and ua.vehicle.rival@1 overlap`],
    });
    const end = `update customs_rule_set set status = 'superseded' where id = ${rows[0].id}`;
    await pool.query(end);
    expect((await call(author, 'POST', at(draft.id, 'publish/'))).status).toBe(200);
  });
});

describe('a publication', () => {
  test('changes later calculations, not earlier ones', async () => {
    const { version: earlier } = await published(await nextRules('0.05'));
    const saved = (await call(customer, 'POST', vehicles, petrolCar))
      .body as unknown as CalculationWire;
    expect(saved.rule_set.version).toBe(earlier);
    const pdf = `/apix/data_customs/pdf/vehicle/${saved.id}/`;
    const { etag } = (await call(customer, 'GET', pdf)).headers;
    const other = createRuleSets(t.kernel);
    const before = await other.all();
    const { version: later } = await published(await nextRules('0.20'));

    const { updated_at: _, ...same } = (await call(customer, 'GET', `${vehicles}${saved.id}/`))
      .body;
    expect(same).toMatchObject({ total_payments: saved.total_payments, rule_set: saved.rule_set });
    expect((await call(customer, 'GET', pdf)).headers.etag).toBe(etag);
    const first = await call(customer, 'PATCH', `${vehicles}${saved.id}/?rates=original`, {
      engine_capacity_cc: 1998,
    });
    expect(first.body).toMatchObject({ changes: [], rule_set: { version: earlier } });
    const anew = await call(customer, 'PATCH', `${vehicles}${saved.id}/`, { model: 'Yaris' });
    expect(anew.body).toMatchObject({ rule_set: { version: later } });
    expect(anew.body.changes).toContainEqual(expect.objectContaining({ code: 'DUTY' }));

    // Another process holds what it read for half a minute.
    expect(await other.all()).toBe(before);
    t.clock.advance(30_000);
    const listVersions = (rows: typeof before) =>
      rows.filter(({ body }) => body.id === 'ua.vehicle').map(({ body }) => body.version);
    expect(listVersions(await other.all())).toEqual([later]);
  });

  test('supersedes the versions that it covers, and records it', async () => {
    const older = await published(await nextRules('0.05'));
    const newer = await published(await nextRules('0.20'));
    const { body } = await call(author, 'GET', at(older.id));
    expect((body.events as object[]).at(-1)).toMatchObject({
      action: 'superseded',
      note: `By version ${newer.version}.`,
      by: { email: 'reviewer@example.com' },
    });
    const back = `update customs_rule_set set status = 'published' where id = ${older.id}`;
    await expect(t.kernel.database.pool.query(back)).rejects.toThrow('never taken back');
  });

  test('of rules that begin later leaves those of today in force until then', async () => {
    const today = await published(await nextRules('0.20'));
    const later = { ...(await nextRules('0.30')), effective_from: '2027-01-01' };
    later.effective_to = '2027-06-30';
    later.tests = [{ ...createExample('0.30'), id: 'later' }];
    await published(later);
    const versionOn = async (calculation_date: string) =>
      (await call(customer, 'POST', `${vehicles}calculate/`, { ...petrolCar, calculation_date }))
        .body.rule_set as { version: number } | undefined;
    expect(await versionOn('2026-12-31')).toMatchObject({ version: today.version });
    expect(await versionOn('2027-01-01')).toMatchObject({ version: later.version });
    expect(await versionOn('2027-07-01')).toBeUndefined();
  });
});

test('staff can read, admins can change, others have no access', async () => {
  const support = await t.signIn('support@example.com', { roles: ['support'] });
  const [row] = await listed('search=ua.vehicle');
  expect((await call(support, 'GET', at(row!.id))).body).toMatchObject({ set_id: 'ua.vehicle' });
  const calls = [
    ['GET', versions],
    ['POST', versions],
    ['GET', at(row!.id)],
    ['PUT', at(row!.id)],
    ['POST', at(row!.id, 'check/')],
    ['POST', `${versions}check/`],
    ['GET', at(row!.id, 'diff/')],
    ['POST', at(row!.id, 'review/')],
    ['POST', at(row!.id, 'publish/')],
  ] as const;
  const body = { rules: {}, decision: 'return' };
  for (const [method, url] of calls) {
    const content = method === 'GET' ? undefined : body;
    expect((await call(null, method, url, content)).status).toBe(401);
    expect((await call(customer, method, url, content)).status).toBe(403);
    if (!url.includes(String(row!.id))) continue;
    const nowhere = url.replace(`/${row!.id}/`, '/999999/');
    const rules = readRules(9, '0.05');
    const sent = content && { ...content, rules };
    expect((await call(author, method, nowhere, sent)).status).toBe(404);
  }
  expect((await call(support, 'POST', at(row!.id, 'publish/'))).status).toBe(403);
  expect((await call(author, 'GET', `${versions}?page=99`)).status).toBe(404);
});
