import type { Page } from '@playwright/test';
import { topUp } from './factories.ts';
import { button, measureJob, sidebar } from './measure-job.ts';
import { type Call, expect, readMails, type Session, signIn, test } from './person.ts';

/** On a private plan of $1 a month with two requests, and further ones for half a dollar each. */
async function buyTinyPlan(page: Page, customer: Session, admin: Call): Promise<void> {
  const slug = `cap-${Date.now()}`;
  const { id } = await admin('POST', 'admin/tariffs', {
    slug,
    name: 'Tiny',
    monthly_price: '1.00',
    overage_price: '0.50',
    limits: {
      requests_per_hour: null,
      requests_per_day: null,
      requests_per_month: 2,
      max_api_keys: 2,
      max_proxy_resources: 1,
      transcription_seconds_per_month: 60,
      tts_characters_per_month: 100,
      calculations_per_month: 100,
    },
    is_public: false,
  });
  await admin('POST', `admin/tariffs/${id}/publish`);
  await admin('PUT', `admin/users/${customer.id}/tariffs`, { tariffs: [slug] });
  await topUp(page, customer, 20);
  await customer.call('POST', 'billing/subscriptions', { tariff: slug });
}

test('a cap is set in three clicks, used up by a key, and raised', async ({
  page,
  baseURL,
  admin,
}) => {
  const customer = await signIn(page);
  await buyTinyPlan(page, customer, admin);
  await page.goto('/dashboard');
  const dialog = page.getByRole('dialog', { name: 'Spending cap' });
  // One of the commonest jobs, as those of jobs.spec.ts.
  await measureJob({ clicks: 3, typed: 1 }, async ({ click, type }) => {
    await click(sidebar(page, 'Plan'));
    await click(button(page, 'Change the cap'));
    await type(dialog.getByLabel('Cap a month'), '1.00');
    await expect(dialog.getByText('This month costs at most $2.00.')).toBeVisible();
    await click(dialog.getByRole('button', { name: 'Save cap' }));
    await expect(page.getByText('At most $2.00 this month')).toBeVisible();
  });

  const body = { name: 'journey', scopes: ['customs'] };
  const { key } = await customer.call('POST', 'billing/api-keys', body);
  const call = () =>
    fetch(`${baseURL}/apix/data_customs/currencies/`, {
      headers: { authorization: `ApiKey ${key}` },
    });
  const left = [];
  for (let at = 0; at < 4; at++) left.push((await call()).headers.get('x-spending-cap-remaining'));
  expect(left).toEqual(['1.00', '1.00', '0.50', '0.00']);
  const refused = await call();
  expect([refused.status, (await refused.json()).code]).toEqual([429, 'spending_cap_reached']);

  const subjects = async () => (await readMails(customer.address)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('You have reached your spending cap');
  await page.reload();
  await expect(page.getByText('Your spending cap of $1.00 is reached').first()).toBeVisible();
  await expect(page.getByText('$1.00 of $1.00')).toBeVisible();

  await button(page, 'Change the cap').click();
  await dialog.getByLabel('Cap a month').fill('5.00');
  await dialog.getByRole('button', { name: 'Save cap' }).click();
  await expect(page.getByText('At most $6.00 this month')).toBeVisible();
  await expect(page.getByText('Your spending cap of $1.00 is reached')).toHaveCount(0);
  expect((await call()).status).toBe(200);
});
