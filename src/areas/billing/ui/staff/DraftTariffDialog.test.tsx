import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { publicTariffs } from '#test/fixtures/billing-plans.ts';
import type { TariffVersionWire } from '../../wire/index.ts';
import { DraftTariffDialog } from './DraftTariffDialog.tsx';

const draftPath = 'POST /apix/admin/tariffs/';
const onClose = vi.fn();
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }));

function open(template?: TariffVersionWire) {
  const element = () => <DraftTariffDialog template={template} onClose={onClose} />;
  return renderScreen('/admin/tariffs', [{ path: '/admin/tariffs', element }]);
}

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
  onClose.mockReset();
});
afterEach(resetBrowser);

test('wrong entries are marked at their fields, and nothing is sent', async () => {
  const api = stubApi({ [draftPath]: { status: 201, body: {} } });
  await open();
  await userEvent.fill(field('Short name'), 'Big One');
  await userEvent.fill(field('Price a month'), '1,5');
  await userEvent.fill(field('Trial days'), '400');
  await userEvent.fill(field('Requests a day'), '10k');
  await press('Save draft');
  for (const [name, message] of [
    ['Short name', /lowercase letters, digits and hyphens\.$/],
    ['Name', 'This field may not be blank.'],
    ['Price a month', 'Enter an amount such as 19.00.'],
    ['Trial days', 'Ensure this value is less than or equal to 365.'],
    ['Requests a day', 'Enter a whole number.'],
  ] as const)
    await expect.element(field(name)).toHaveAccessibleDescription(message);
  await expect.element(field('Short name')).toHaveFocus();
  expect(api.callsTo(draftPath)).toEqual([]);
});

test('a refusal of the server keeps the entries', async () => {
  const refusal = { limits: { requests_per_day: ['Too many.'] }, name: ['It is taken.'] };
  const api = stubApi({ [draftPath]: { status: 400, body: refusal } });
  await open();
  await userEvent.fill(field('Short name'), 'team');
  await userEvent.fill(field('Name'), 'Team');
  await userEvent.fill(field('Price a month'), '49');
  await press('Save draft');
  await expect.element(field('Name')).toHaveAccessibleDescription('It is taken.');
  await expect.element(page.getByText('Too many.')).toBeVisible();
  await expect.element(field('Price a month')).toHaveValue('49');
  expect(onClose).not.toHaveBeenCalled();
  api.answers[draftPath] = { status: 201, body: {} };
  await press('Save draft');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(api.callsTo(draftPath)[1]?.body).toMatchObject({ slug: 'team', yearly_price: null });
});

test('the next version starts from its template and keeps its short name', async () => {
  const api = stubApi({ [draftPath]: { status: 201, body: {} } });
  const [tariff] = publicTariffs;
  const template = { ...tariff!, version: 1, state: 'published' as const, subscribers: 0 };
  await open(template);
  await expect.element(field('Name')).toHaveValue(template.name);
  await expect.element(field('Short name')).not.toBeInTheDocument();
  await press('Save draft');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(api.callsTo(draftPath)[0]?.body).toMatchObject({
    slug: template.slug,
    monthly_price: template.monthly_price,
    overage_price: template.overage?.price ?? null,
    limits: template.limits,
    is_public: template.is_public,
  });
});

test('closing asks before a changed draft is lost', async () => {
  await open();
  await userEvent.fill(field('Name'), 'Team');
  await press('Cancel');
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }));
  await expect.element(field('Name')).toHaveValue('Team');
  expect(onClose).not.toHaveBeenCalled();
  await press('Cancel');
  await press('Leave without saving');
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
