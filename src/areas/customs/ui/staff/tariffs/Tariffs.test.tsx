import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type {
  TariffDifferenceWire,
  TariffVersionDetailsWire,
} from '../../../wire/tariffs/tariff-versions.ts';
import Tariffs from './Tariffs.tsx';
import TariffsVersion from './TariffsVersion.tsx';

const list = '/apix/admin/customs-tariffs/';
const one = `${list}7/`;
const at = '2026-11-20T12:00:00.000Z';
const createVersion = (
  change: Partial<TariffVersionDetailsWire> = {},
): TariffVersionDetailsWire => ({
  ...{ id: 7, jurisdiction: 'US', source: 'us-hts', title: 'HTS of the United States' },
  ...{ publisher: 'USITC', licence: 'Public domain', url: 'https://example.com/' },
  ...{ file_date: '2026-11-19', effective_from: '2027-01-01', codes: 30_000, measures: 60_000 },
  ...{ languages: ['en'], is_starter: false, status: 'imported', file_name: 'hts.json' },
  ...{ problems: 1, approved_by: null, published_by: null, created_at: at, published_at: null },
  ...{ sha256: 'abc', measures_by_kind: { third_country: 60_000 } },
  problem_lines: [{ line: 12, message: 'no code' }],
  events: [{ action: 'imported', by: null, note: 'On the command line', at }],
  ...change,
});
const difference: TariffDifferenceWire = {
  against: { id: 3, effective_from: '2026-07-01' },
  new_codes: { count: 1, examples: [{ code: '61091005', description: 'New shirts' }] },
  gone_codes: { count: 0, examples: [] },
  changed_duties: {
    count: 2,
    examples: [{ code: '6109', kind: 'third_country', origin: '*', before: '16.5%', after: '18%' }],
  },
};
const ok = (body: unknown) => ({ status: 200, body });
const answers = (version = createVersion()) => ({
  [`GET ${list}`]: ok(pageOfRows([version])),
  [`GET ${one}`]: ok(version),
  [`GET ${one}diff/`]: ok(difference),
});
const open = (address: string, id = 1, role: 'admin' | 'support' = 'admin') => {
  const context = { id, roles: [role] };
  return renderScreen(address, [
    { path: '/admin/customs-tariffs', element: Tariffs, context },
    { path: '/admin/customs-tariffs/:id', element: TariffsVersion, context },
  ]);
};
const findText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  resetBrowser();
  signInAs('staff@example.com');
});
afterEach(resetBrowser);

test('a version is opened from the list, with what it changes and could not be read', async () => {
  stubApi(answers());
  await open('/admin/customs-tariffs');
  await userEvent.click(page.getByRole('link', { name: 'HTS of the United States' }));
  for (const words of ['Changed duties: 2', 'New codes: 1', /New shirts/, '12: no code'])
    await findText(words);
  await findText(/16\.5% → 18%/);
});

test('one person approves, another one publishes', async () => {
  const approved = createVersion({ approved_by: { id: 1, email: 'one@example.com' } });
  const api = stubApi({ ...answers(), [`POST ${one}approve/`]: ok(approved) });
  await open('/admin/customs-tariffs/7', 1);
  await userEvent.click(button('Approve'));
  api.answers[`GET ${one}`] = ok(approved);
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Approve' }));
  await findText('Waits for a second person');
  await expect.element(button('Publish')).not.toBeInTheDocument();
});

test('the second person publishes', async () => {
  const approved = createVersion({ approved_by: { id: 1, email: 'one@example.com' } });
  const published = createVersion({ status: 'published' });
  const api = stubApi({ ...answers(approved), [`POST ${one}publish/`]: ok(published) });
  await open('/admin/customs-tariffs/7', 2);
  await userEvent.click(button('Publish'));
  api.answers[`GET ${one}`] = ok(published);
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }));
  await findText('Published');
  await expect.element(button('Publish')).not.toBeInTheDocument();
});

test('who may only read has no steps, and a failed comparison can be tried again', async () => {
  const api = stubApi(answers());
  api.answers[`GET ${one}diff/`] = { status: 400, body: { detail: 'Not now.' } };
  await open('/admin/customs-tariffs/7', 1, 'support');
  await findText('Not now.');
  await expect.element(button('Approve')).not.toBeInTheDocument();
  api.answers[`GET ${one}diff/`] = ok({ ...difference, against: null });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await findText('Nothing to compare with');
});
