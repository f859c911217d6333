import type { Browser, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { checkAppearance } from './check-appearance.ts';
import { expect, readMails, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';
import { topUp } from './top-up.ts';

/** Calls the API with the session of the browser. */
const callApi = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path!, {
        method: method!,
        headers: {
          authorization: `Bearer ${localStorage.getItem('auth_token')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body }),
      });
      return response.json();
    },
    [method, path, body && JSON.stringify(body)] as const,
  );

/** A private plan of $1 a month with two requests, and further ones for half a dollar each. */
async function offerPlan(browser: Browser, page: Page): Promise<string> {
  const { id: customer } = await callApi(page, 'GET', '/apix/accounts/profile/');
  const admin = await openStaff(browser, 'admin');
  await admin.goto('/admin/tariffs');
  const slug = `cap-${Date.now()}`;
  const limits = {
    ...{ requests_per_hour: null, requests_per_day: null, requests_per_month: 2 },
    ...{ max_api_keys: 2, max_proxy_resources: 1, transcription_seconds_per_month: 60 },
    ...{ tts_characters_per_month: 100, calculations_per_month: 100 },
  };
  const draft = { slug, name: 'Tiny', monthly_price: '1.00', overage_price: '0.50', limits };
  const path = '/apix/admin/tariffs/';
  const { id } = await callApi(admin, 'POST', path, { ...draft, is_public: false });
  await callApi(admin, 'POST', `${path}${id}/publish/`);
  await callApi(admin, 'PUT', `/apix/admin/users/${customer}/tariffs/`, { tariffs: [slug] });
  await admin.context().close();
  return slug;
}

async function buyPlan(page: Page, slug: string): Promise<void> {
  await topUp(page, 20);
  await page.goto(`/dashboard/plan?tariff=${slug}&period=monthly`);
  await page.getByRole('button', { name: 'Subscribe for $1.00' }).click();
  await expect(page.getByText('You are on Tiny now', { exact: true })).toBeVisible();
}

async function setCap(page: Page, amount: string, most: string): Promise<void> {
  await page.getByRole('button', { name: 'Change the cap' }).click();
  const dialog = page.getByRole('dialog', { name: 'Spending cap' });
  await dialog.getByLabel('Cap a month').fill(amount);
  await expect(dialog.getByText(`This month costs at most ${most}.`)).toBeVisible();
  await checkAppearance(page);
  await dialog.getByRole('button', { name: 'Save cap' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`At most ${most} this month`)).toBeVisible();
}

test('a cap is set, used up by a key, and raised', async ({ page, browser, baseURL }) => {
  test.setTimeout(scaledMs(120_000));
  const address = uniqueEmail();
  await signIn(page, address);
  await buyPlan(page, await offerPlan(browser, page));
  await setCap(page, '1.00', '$2.00');

  const body = { name: 'journey', scopes: ['customs'] };
  const { key } = await callApi(page, 'POST', '/apix/billing/api-keys/', body);
  const call = () =>
    fetch(`${baseURL}/apix/data_customs/currencies/`, {
      headers: { authorization: `ApiKey ${key}` },
    });
  const left = [];
  for (let at = 0; at < 4; at++) left.push((await call()).headers.get('x-spending-cap-remaining'));
  expect(left).toEqual(['1.00', '1.00', '0.50', '0.00']);
  const refused = await call();
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'spending_cap_reached']);

  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Your spending cap of $1.00 is reached').first()).toBeVisible();
  }).toPass();
  await expect(page.getByText('$1.00 of $1.00')).toBeVisible();
  await checkAppearance(page);
  const subjects = async () => (await readMails(address)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('You have reached your spending cap');

  await setCap(page, '5.00', '$6.00');
  await expect(page.getByText('Your spending cap of $1.00 is reached')).toHaveCount(0);
  expect((await call()).status).toBe(200);
});
