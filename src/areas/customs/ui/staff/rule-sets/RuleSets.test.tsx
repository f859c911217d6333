import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { RuleSetVersionDetailsWire } from '../../../wire/rule-sets/rule-set-versions.ts';
import NewRuleSet from './NewRuleSet.tsx';
import RuleSetScreen from './RuleSetScreen.tsx';
import RuleSets from './RuleSets.tsx';

const list = '/apix/admin/rule-sets/';
const one = `${list}7/`;
const author = { id: 2, email: 'author@example.com' };
const at = '2026-11-20T12:00:00.000Z';
const createVersion = (
  change: Partial<RuleSetVersionDetailsWire> = {},
): RuleSetVersionDetailsWire => ({
  id: 7,
  set_id: 'ua.vehicle',
  version: 2,
  kind: 'vehicle',
  title: 'Vehicle import into Ukraine',
  status: 'draft',
  effective_from: '2027-01-01',
  effective_to: null,
  review_by: '2027-06-30',
  drafted_by: author,
  reviewed_by: null,
  created_at: at,
  published_at: null,
  rules: { schema: 'customs-rules/1', id: 'ua.vehicle', version: 2 },
  digest: 'abc',
  events: [{ action: 'drafted', by: author, note: 'As announced', digest: 'abc', at }],
  ...change,
});
const ok = (body: unknown) => ({ status: 200, body });
const validation = {
  problems: [],
  warnings: ['the days before it have no rules'],
  examples: [{ id: 'petrol', differences: [] }],
  edges: 4,
  coverage: { evaluated: 5200, complete: 480 },
};
const checkPath = `POST ${list}check/`;
const answers = (version = createVersion()) => ({
  [checkPath]: ok(validation),
  [`GET ${list}`]: ok(pageOfRows([version])),
  [`GET ${one}`]: ok(version),
  [`POST ${one}check/`]: ok(validation),
});
const open = (address: string, id = 1, role: 'admin' | 'support' = 'admin') => {
  const context = { id, roles: [role] };
  return renderScreen(address, [
    { path: '/admin/rule-sets', element: RuleSets, context },
    { path: '/admin/rule-sets/new', element: NewRuleSet, context },
    { path: '/admin/rule-sets/:id', element: RuleSetScreen, context },
  ]);
};
const findText = (words: string) => expect.element(page.getByText(words)).toBeVisible();
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => {
  resetBrowser();
  signInAs('staff@example.com');
});
afterEach(resetBrowser);

test('versions are listed by the filters in the address, and opened', async () => {
  const api = stubApi(answers());
  await open('/admin/rule-sets?status=draft&kind=vehicle');
  await expect.element(page.getByText('since 1 Jan 2027')).toBeVisible();
  expect(api.callsTo(`GET ${list}`)[0]?.path).toContain('status=draft&kind=vehicle');
  await page.getByRole('link', { name: 'Vehicle import into Ukraine' }).click();
  await findText('Every check passes');
  await findText('the days before it have no rules');
  await findText('As announced');
});

test('a second person approves a draft and publishes it', async () => {
  const api = stubApi(answers());
  await open('/admin/rule-sets/7');
  api.answers[`POST ${one}review/`] = () => {
    api.answers[`GET ${one}`] = ok(createVersion({ status: 'reviewed', reviewed_by: author }));
    return ok(createVersion({ status: 'reviewed', reviewed_by: author }));
  };
  api.answers[`POST ${one}publish/`] = {
    status: 400,
    body: { detail: 'These rules do not pass their checks.', code: 'rule_set_not_publishable' },
  };
  await button('Approve').click();
  await button('Publish').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await findText('These rules do not pass their checks.');
  expect(api.callsTo(`POST ${one}review/`)[0]?.body).toEqual({ decision: 'approve' });
});

test('the author cannot approve the draft, but can change it', async () => {
  const api = stubApi(answers());
  api.answers[`PUT ${one}`] = {
    status: 400,
    body: { rules: ['currency: Invalid input', 'steps.1.op: Invalid input'] },
  };
  const { router } = await open('/admin/rule-sets/7', author.id);
  await findText('Waits for a second person');
  await expect.element(button('Approve')).not.toBeInTheDocument();
  await page.getByRole('tab', { name: 'Rules' }).click();
  const json = page.getByRole('tab', { name: 'JSON' });
  const rules = page.getByRole('textbox', { name: 'Rules' });
  await rules.fill('{ none');
  await button('Save changes').click();
  // The editor says it, too, when typing pauses.
  await expect.element(page.getByRole('link', { name: /^This is not JSON/ })).toBeVisible();
  expect(api.callsTo(`PUT ${one}`)).toEqual([]);
  await rules.fill('{"id":"ua.vehicle"}');
  void router.navigate('/dashboard/keys');
  await findText('The rules that you typed are not saved.');
  await button('Stay').click();
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await json.click();
  await expect.element(rules).toHaveValue('{"id":"ua.vehicle"}');
  await page.getByRole('textbox', { name: 'Note' }).fill('Shorter');
  await button('Save changes').click();
  await findText('2 problems');
  await findText('steps.1.op: Invalid input');
  const [sent] = api.callsTo(`PUT ${one}`);
  expect(sent?.body).toEqual({ rules: { id: 'ua.vehicle' }, note: 'Shorter' });
});

test('failed checks and changed totals are shown', async () => {
  const api = stubApi(answers());
  api.answers[`POST ${one}check/`] = ok({
    ...validation,
    problems: ['petrol: DUTY should be 1.00 and is 2.00'],
    examples: [{ id: 'petrol', differences: ['DUTY should be 1.00 and is 2.00'] }],
  });
  api.answers[`GET ${one}diff/`] = ok({
    against: { id: 3, version: 1 },
    changes: [{ place: ['steps', '2 VAT', 'rate'], before: '0.20', after: '0.21' }],
    changes_total: 3,
    compared: 3,
    moved: [
      {
        example: 'petrol',
        date: '2026-11-20',
        currency: 'EUR',
        before: { total: '1.00', is_minimum: false },
        after: { total: '2.00', is_minimum: true },
        lines: [{ code: 'DUTY', label: 'Customs duty', before: null, after: '2.00' }],
      },
    ],
  });
  await open('/admin/rule-sets/7');
  await findText('It may not be published: 1 problem');
  await page.getByRole('tab', { name: 'Changes' }).click();
  await findText('Against version 1: 1 of 3 examples change.');
  const row = page.getByRole('row').filter({ hasText: 'steps › 2 VAT › rate' });
  await expect.element(row).toHaveTextContent('steps › 2 VAT › rate0.200.21');
  await expect.element(page.getByText(/^And 2 more fields, which are not listed/)).toBeVisible();
  await findText('at least €2.00');
});

test('the next version starts with the rules of the previous one', async () => {
  const api = stubApi(answers(createVersion({ status: 'published' })));
  api.answers[`POST ${list}`] = { status: 201, body: createVersion() };
  await open('/admin/rule-sets/7');
  await page.getByRole('link', { name: 'Draft the next version' }).click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Rules' }))
    .toHaveValue('{\n  "schema": "customs-rules/1",\n  "id": "ua.vehicle",\n  "version": 3\n}');
  await userEvent.keyboard('{Tab}');
  await page.getByRole('textbox', { name: 'Rules' }).fill('{"id":"ua.vehicle","version":3}');
  await button('Save draft').click();
  await expect.poll(() => api.callsTo(`POST ${list}`)).toHaveLength(1);
  await findText('Every check passes');
});

test('dates, rates and tables are fields of the same rules as the JSON', async () => {
  const rules = {
    id: 'ua.vehicle',
    effective_from: '2027-01-01',
    review_by: '2027-12-31',
    tables: { excise: { rows: [{ fuel: 'petrol', eur: '50' }] } },
    steps: [{ code: 'VAT', label: 'Value added tax', op: 'rate', rate: '0.20' }],
  };
  const api = stubApi(answers(createVersion({ rules })));
  api.answers[`PUT ${one}`] = ok(createVersion({ rules, digest: 'other' }));
  await open('/admin/rule-sets/7', author.id);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const rate = page.getByRole('textbox', { name: 'Rate of Value added tax, always' });
  await rate.fill('0,2');
  await findText('Enter a number with a point, such as 0.20.');
  await rate.fill('0.21');
  await findText('21 %');
  await page.getByLabelText('In force to').fill('2026-12-31');
  await findText('It ends before it begins.');
  await page.getByLabelText('In force to').fill('2027-12-31');
  await page.getByRole('textbox', { name: 'eur, row 1' }).fill('55');
  await button('Add a row to excise').click();
  await page.getByRole('textbox', { name: 'fuel, row 2' }).fill('diesel');
  await button('Save changes').click();
  await expect
    .poll(() => api.callsTo(`PUT ${one}`).map(({ body }) => body))
    .toEqual([
      {
        rules: {
          ...rules,
          effective_to: '2027-12-31',
          tables: { excise: { rows: [{ fuel: 'petrol', eur: '55' }, { fuel: 'diesel' }] } },
          steps: [{ ...rules.steps[0], rate: '0.21' }],
        },
        note: '',
      },
    ]);
});

test('rules are checked as they are typed, and each problem leads to its place', async () => {
  const rules = {
    id: 'ua.vehicle',
    effective_from: '2027-01-01',
    review_by: '2027-12-31',
    steps: [
      { code: 'CV', op: 'sum' },
      { code: 'VAT', label: 'Value added tax', op: 'rate', rate: '0.20' },
    ],
  };
  const problems = [
    { place: ['steps', '1'], message: 'VAT has a rate of 20; a fraction is expected' },
    { place: ['steps', '0', 'op'], message: 'CV sums nothing' },
  ];
  const api = stubApi(answers(createVersion({ rules })));
  await open('/admin/rule-sets/7', author.id);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await findText('Every check passes, with 1 example to the cent');
  api.answers[checkPath] = ok({ ...validation, problems });
  const rate = page.getByRole('textbox', { name: 'Rate of Value added tax, always' });
  await rate.fill('20');
  await findText('2 problems');
  const sent = api.callsTo(checkPath).map(({ body }) => body as { rules: typeof rules });
  expect(sent.map((body) => body.rules.steps[1]?.rate)).toEqual(['0.20', '20']);
  await expect.element(rate).toHaveAccessibleDescription(/a fraction is expected/);
  await button('steps.1 VAT has a rate of 20; a fraction is expected').click();
  await expect.element(rate).toHaveFocus();
  await button('steps.0.op CV sums nothing').click();
  const json = page.getByRole('textbox', { name: 'Rules' });
  await expect.element(json).toHaveFocus();
  const { value, selectionStart, selectionEnd } = json.element() as HTMLTextAreaElement;
  expect(value.slice(selectionStart, selectionEnd)).toBe('"sum"');
});

test('the check of a text is given up when the text changes', async () => {
  const first = Promise.withResolvers<{ status: number; body: unknown }>();
  const api = stubApi(answers());
  api.answers[checkPath] = () => first.promise;
  await open('/admin/rule-sets/7', author.id);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await expect.poll(() => api.callsTo(checkPath)).toHaveLength(1);
  api.answers[checkPath] = ok({ ...validation, problems: [{ place: [], message: 'Newer' }] });
  await page.getByRole('textbox', { name: 'Rules' }).fill('{"id":"ua.vehicle"}');
  await expect.element(button('Newer')).toBeVisible();
  first.resolve({ status: 200, body: validation });
  await expect.element(button('Newer')).toBeVisible();
});

test('what is no JSON is not sent', async () => {
  const api = stubApi(answers());
  await open('/admin/rule-sets/7', author.id);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await findText('Every check passes, with 1 example to the cent');
  await page.getByRole('textbox', { name: 'Rules' }).fill('{ none');
  await expect.element(page.getByText(/^This is not JSON/)).toBeVisible();
  expect(api.callsTo(checkPath)).toHaveLength(1);
});

test('support can only read the rules', async () => {
  stubApi(answers());
  await open('/admin/rule-sets/7', 5, 'support');
  await expect.element(page.getByText(/customs-rules/)).toBeVisible();
  await expect.element(page.getByRole('tab', { name: 'Checks' })).not.toBeInTheDocument();
  await expect.element(button('Approve')).not.toBeInTheDocument();
});
