// The commonest jobs, each done as a person does it, with the clicks that it may take: decision
// 0087. A choice in a list is two clicks; a field that is filled is one group of keystrokes.
import { execSync } from 'node:child_process';
import type { Locator, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { expect, signIn, test, uniqueEmail } from './person.ts';
import { openStaff } from './staff.ts';

type Work = { clicks: number; typed: number };

/** Counts what a person does. */
function createHand() {
  const work: Work = { clicks: 0, typed: 0 };
  return {
    work,
    async click(target: Locator) {
      work.clicks += 1;
      await target.click();
    },
    async choose(target: Locator, option: string) {
      work.clicks += 2;
      await target.selectOption(option);
    },
    async type(target: Locator, text: string) {
      work.typed += 1;
      await target.fill(text);
    },
  };
}
type Hand = ReturnType<typeof createHand>;

async function measure(name: string, most: Work, act: (hand: Hand) => Promise<unknown>) {
  const hand = createHand();
  const startMs = performance.now();
  await act(hand);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  const { clicks, typed } = hand.work;
  process.stdout.write(`${name}: ${clicks} clicks, ${typed} typed, ${seconds} s by a machine\n`);
  expect(clicks).toBeLessThanOrEqual(most.clicks);
  expect(typed).toBeLessThanOrEqual(most.typed);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const sidebar = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();

test.describe.configure({ timeout: scaledMs(120_000) });

test('jobs of a customer', async ({ page }) => {
  await signIn(page, uniqueEmail());
  await expect(button(page, 'Create key')).toBeVisible();
  let key = '';
  await measure('First call', { clicks: 2, typed: 0 }, async ({ click, work }) => {
    await click(button(page, 'Create key'));
    const command = page.locator('pre', { hasText: 'curl' });
    const text = (await command.textContent())!;
    key = /sk_live_\w+/.exec(text)![0];
    // Copied by its button.
    work.clicks += 1;
    execSync(text, { stdio: 'ignore' });
    await expect(page.getByText('Your first call arrived')).toBeVisible();
  });

  await button(page, 'Go to the overview').click();
  await expect(page.getByRole('link', { name: 'Add money', exact: true })).toBeVisible();
  await measure('Top up', { clicks: 2, typed: 1 }, async ({ click, type }) => {
    await click(page.getByRole('link', { name: 'Add money', exact: true }));
    await type(page.getByRole('textbox', { name: 'Amount' }), '50');
    await click(button(page, 'Continue to payment'));
    await expect(page.getByText('Waiting for payment')).toBeVisible();
  });

  await page.goto('/dashboard');
  await measure('Price an import', { clicks: 10, typed: 3 }, async ({ click, choose, type }) => {
    await click(sidebar(page, 'Customs'));
    await click(page.getByRole('main').getByRole('link', { name: 'Import a vehicle' }).first());
    await expect(page.getByRole('heading', { level: 1, name: 'Import a vehicle' })).toBeVisible();
    await choose(page.getByRole('combobox', { name: 'Destination' }), 'UA');
    await choose(page.getByRole('combobox', { name: 'Powertrain' }), 'petrol');
    await type(page.getByRole('textbox', { name: 'Year' }), '2019');
    await choose(page.getByRole('combobox', { name: 'Month' }), '05');
    await type(page.getByRole('textbox', { name: 'Price', exact: true }), '10,000');
    await choose(page.getByLabel('Delivery term'), 'CIF');
    await type(page.getByRole('textbox', { name: 'Engine capacity' }), '1998');
    const total = page.getByRole('region', { name: 'What it costs' });
    await expect(total.getByText('€3,919.28')).toBeVisible();
  });

  const { origin } = new URL(page.url());
  await fetch(`${origin}/apix/billing/usage/no-such-call/`, {
    headers: { authorization: `ApiKey ${key}` },
  });
  await page.goto('/dashboard');
  await measure('Find a failed call', { clicks: 4, typed: 0 }, async ({ click, choose }) => {
    await click(sidebar(page, 'Usage'));
    await choose(page.getByLabel('Status'), '4');
    const row = page.getByRole('row', { name: /404/ }).first();
    await expect(row).toBeVisible({ timeout: scaledMs(15_000) });
    await click(row);
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Request/)
        .first(),
    ).toBeVisible();
  });
});

test('jobs of staff', async ({ browser, page }) => {
  const desk = await openStaff(browser, 'boss');
  await signIn(page, uniqueEmail());
  await page.goto('/dashboard/support/new');
  const subject = `Where is my invoice ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'What happened' }).fill('I cannot find it.');
  await page.getByRole('button', { name: 'Open ticket' }).click();
  await expect(page.getByRole('heading', { name: subject })).toBeVisible();

  await desk.goto('/admin');
  const row = desk.getByRole('listitem').filter({ hasText: subject });
  await expect(row).toBeVisible();
  await measure('Answer a ticket', { clicks: 2, typed: 1 }, async ({ click, type }) => {
    await click(row.getByRole('link', { name: /Reply/ }));
    await type(desk.getByLabel('Answer to the customer'), 'It is in Payments.');
    await click(button(desk, 'Send answer'));
    await expect(
      desk.getByRole('list', { name: 'Conversation' }).getByText('It is in Payments.'),
    ).toBeVisible();
  });

  await desk.context().close();
});
