import { checkAppearance } from './check-appearance.ts';
import { createKey } from './factories.ts';
import { expect, signIn, test } from './person.ts';

test('calls with a key show by key in the usage, and on the overview', async ({
  page,
  baseURL,
}) => {
  const customer = await signIn(page);
  const key = await createKey(customer, 'journey');
  for (const path of ['accounts/profile', 'billing/usage', 'billing/usage', 'billing/usage/x'])
    await fetch(`${baseURL}/apix/${path}/`, { headers: { authorization: `ApiKey ${key}` } });
  await expect.poll(async () => (await customer.call('GET', 'billing/usage')).count).toBe(4);

  await page.goto('/dashboard/usage');
  await page.getByLabel('Group by').selectOption('API key');
  await expect(page).toHaveURL(/group=api_key/);
  const row = page.getByRole('row', { name: /^journey/ });
  await expect(row).toContainText('25%');

  // By keyboard: the arrow keys of the chart, the alternative table, and the calls of a group.
  const drawing = page.getByRole('application', { name: /^Requests from/ });
  await drawing.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('status').filter({ hasText: 'journey' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as a table' }).click();
  const table = page.getByRole('table', { name: /^Requests from .*: 4 in all$/ });
  await expect(table.getByRole('row').nth(1)).toContainText(', so far');
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/api_key=[0-9a-f-]{36}/);
  await expect(page.getByLabel('API key', { exact: true })).not.toHaveValue('');
  await page.getByLabel('Status').selectOption('Refused (4xx)');
  await expect(page.getByText('GET /billing/usage/x')).toBeHidden();
  await page.getByRole('row', { name: /404/ }).click();
  await expect(page.getByRole('dialog', { name: 'Call' })).toContainText('journey');
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('usage.csv');

  await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
  await expect(page.getByRole('link', { name: /^API keys 1 active 4 requests/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Over time' })).toContainText('4 requests');
});

test('a call without the scope is found by its request id, opened and explained', async ({
  page,
  baseURL,
}) => {
  const { call: callApi } = await signIn(page);
  const { key } = await callApi('POST', 'billing/api-keys', { name: 'narrow', scopes: ['speech'] });

  const refused = await fetch(`${baseURL}/apix/data_customs/currencies/convert/?from=USD`, {
    headers: { authorization: `ApiKey ${key}` },
  });
  expect(refused.status).toBe(403);
  const { request_id } = (await refused.json()) as { request_id: string };

  await expect.poll(async () => (await callApi('GET', 'billing/usage')).count).toBe(1);
  await page.goto('/dashboard/usage');
  await page.getByRole('searchbox', { name: 'Search' }).fill(request_id);
  await page.keyboard.press('Enter');
  const call = page.getByRole('dialog', { name: 'Call' });
  await expect(call).toContainText('scope_missing');
  await expect(call).toContainText('narrow');
  await expect(call).toContainText('This key or app lacks the scope for this call.');
  const help = call.getByRole('link', { name: /^What scope_missing means/ });
  await expect(help).toHaveAttribute('href', /\/docs\/errors\/scope_missing$/);

  await call.getByRole('link', { name: 'Ask support about this call' }).click();
  await expect(page.getByLabel('What happened')).toHaveValue(new RegExp(request_id));
  await expect(page.getByText('It is about your call of the API')).toBeVisible();
});

test('the palette reaches pages, keys and actions by keyboard', async ({ page }) => {
  await createKey(await signIn(page), 'weaver');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Make your first call' })).toBeVisible();
  const palette = page.getByRole('dialog', { name: 'Go to or do' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await checkAppearance(page);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('usa');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/usage$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('weaver');
  await expect(palette.getByRole('option', { name: /weaver/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/keys\?search=weaver$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('create');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create an API key' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/dashboard\/keys$/);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('idempotency');
  await expect(palette.getByRole('option', { name: /\/docs\// }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\//);
  await page.goto('/dashboard/keys');

  await page.getByRole('button', { name: 'Go to or do' }).click();
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('qwxyzzy');
  await expect(palette.getByText('No results. Try fewer letters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Go to or do' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('sign out');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Logout' })).toBeVisible();
});
