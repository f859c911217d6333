import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import type { RulesCheckWire } from '../../wire/rule-sets/rule-set-versions.ts';
import type { RuleSet } from '../engine/rules/rule-set.ts';
import { checkRules, placeProblem } from './check-rules.ts';
import { readRuleFiles } from './rule-files.ts';

const t = useApp();
const url = '/apix/admin/rule-sets/check/';
const ukraine = readRuleFiles().find(({ id }) => id === 'ua.vehicle')!;
const nextRules = (change: Partial<RuleSet> = {}) => ({
  ...structuredClone(ukraine),
  version: ukraine.version + 1,
  ...change,
});
let author: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  author = await t.signIn('author@example.com', { roles: ['admin'] });
  await t.areas.customs.ruleSets.all();
});

async function check(rules: object): Promise<RulesCheckWire> {
  const reply = await send(t, 'POST', url, { rules }, { headers: author.headers });
  expect(reply.status).toBe(200);
  return reply.body as unknown as RulesCheckWire;
}
const countRows = (table: 'customs_rule_set' | 'audit_entry') =>
  t.kernel.database.write
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();

test('rules without problems pass like a version, and nothing is stored', async () => {
  const before = [await countRows('customs_rule_set'), await countRows('audit_entry')];
  const checked = await check(nextRules());
  expect(checked.problems).toEqual([]);
  expect(checked.examples.map(({ id }) => id)).toEqual(ukraine.tests.map(({ id }) => id));
  expect(checked.edges).toBeGreaterThan(0);
  expect(checked.coverage.evaluated).toBeGreaterThan(0);
  expect([await countRows('customs_rule_set'), await countRows('audit_entry')]).toEqual(before);
});

test('problems of the shape have the place of their field', async () => {
  const steps = ukraine.steps.map((step, at) => (at === 1 ? { ...step, op: 'guess' } : step));
  const { problems, examples } = await check({ ...nextRules(), currency: 'euro', steps });
  const places = problems.map(({ place }) => place.join('.'));
  expect(places).toContain('currency');
  expect(places.some((place) => place.startsWith('steps.1'))).toBe(true);
  expect(examples).toEqual([]);
  expect((await check({})).problems.length).toBeGreaterThan(3);
});

test('an example that fails has its own place', async () => {
  const [first, ...tests] = structuredClone(ukraine.tests);
  const { problems } = await check(nextRules({ tests: [{ ...first!, total: '1.00' }, ...tests] }));
  expect(problems[0]).toMatchObject({
    place: ['tests', '0'],
    message: expect.stringContaining(`${first!.id}: the total should be 1.00 and is `),
  });
});

test('what is no object is refused', async () => {
  const reply = await send(t, 'POST', url, { rules: 'text' }, { headers: author.headers });
  expect(reply.status).toBe(400);
});

test.each([
  ['ends before it begins', 'effective_to'],
  ['it has no examples', 'tests'],
  ['has no step CV', 'steps'],
  ['the coverage does not say what is due as fees', 'coverage'],
  ['DUTY has a rate of 10; a fraction is expected', 'steps.*DUTY'],
  ['table age has the key [1] twice', 'tables.age'],
  ['fact "powertrain" has no choice "steam"', 'facts.*powertrain'],
  ['ages of cars are unknown', ''],
])('%s is at %s', (message, expected) => {
  const { steps, facts } = ukraine;
  const rules: RuleSet = { ...ukraine, tables: { ...ukraine.tables, age: { keys: {}, rows: [] } } };
  const [list, name] = expected.split('.*');
  const at = [...steps.map(({ code }) => code), ...facts.map((fact) => fact.name)].indexOf(name!);
  const place = name
    ? [list!, String(list === 'facts' ? at - steps.length : at)]
    : expected.split('.');
  expect(placeProblem(rules, `${rules.id}@${rules.version}: ${message}`)).toEqual({
    place: place.filter(Boolean),
    message,
  });
});

test('a check that is not wanted any more runs no examples', async () => {
  const stopping = new AbortController();
  const rules = nextRules({ title: 'Typed further meanwhile' });
  const checking = t.kernel.work.read((db) =>
    checkRules(t.areas.customs, db, rules, stopping.signal),
  );
  stopping.abort(new Error('gone'));
  await expect(checking).rejects.toThrow('gone');
});
