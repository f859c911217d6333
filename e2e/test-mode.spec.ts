import type { Page } from '@playwright/test';
import { expect, signIn, test } from './person.ts';

const findBanner = (page: Page) => page.getByRole('complementary', { name: 'Test mode' });
const findSwitch = (page: Page) => page.getByRole('switch', { name: 'Test mode' });
const findBalances = (page: Page) => page.getByRole('region', { name: 'Balances' });

async function openScreen(page: Page, name: string) {
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function createKey(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: `Key ${name} is ready` });
  const key = await dialog.getByLabel('Your new key').textContent();
  await dialog.getByLabel('I saved it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  return key!;
}

/** Signs in and waits for the screen: keys that are pressed before are lost. */
async function openDashboard(page: Page): Promise<void> {
  await signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Make your first call' })).toBeVisible();
}

/** Pays at the sandbox in a tab of its own, and comes back there. */
async function pay(page: Page, amount: number): Promise<void> {
  await page.goto(`/dashboard/wallet/add?amount=${amount}&currency=USD`);
  await expect(page.getByText('In test mode you pay at the sandbox.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  const link = page.getByRole('link', { name: 'Open the payment page' });
  const checkout = await page.context().newPage();
  await checkout.goto((await link.getAttribute('href'))!);
  await checkout.getByRole('button', { name: 'Pay in full' }).click();
  // Without any interaction: the event stream is one of test mode.
  await expect(page.getByText('The money is in your wallet')).toBeVisible();
  await checkout.getByRole('link', { name: 'Back to the shop, paid' }).click();
  await expect(findBanner(checkout)).toBeVisible();
  await expect(checkout.getByText('The money is in your wallet')).toBeVisible();
  expect(checkout.url()).not.toContain('mode=');
  await checkout.close();
}

// The browser's word for a load that overtakes the fading of the one before.
test.beforeEach(({ quiet }) => quiet.allow(/Transition was aborted/));

test('what is done in test mode costs nothing and is not there in live mode', async ({ page }) => {
  await openDashboard(page);
  await openScreen(page, 'API keys');
  await expect(page.getByText(/Test mode has keys of its own/)).toBeVisible();

  await findSwitch(page).focus();
  await page.keyboard.press('Space');
  await expect(findBanner(page)).toContainText('Nothing here is real');
  await expect(findSwitch(page)).toHaveAttribute('aria-checked', 'true');
  await expect(page).toHaveURL(/\/dashboard\/keys$/);
  await expect(page.getByText(/begin with sk_test_/)).toBeVisible();
  const key = await createKey(page, 'trial');
  expect(key).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
  const headers = { authorization: `Bearer ${key}` };
  const answer = await page.request.get('/apix/accounts/profile/', { headers });
  expect([answer.status(), answer.headers()['x-test-mode']]).toEqual([200, 'true']);

  await openScreen(page, 'Wallet');
  await expect(findBalances(page).getByText('$10,000.00').first()).toBeVisible();
  await pay(page, 25);
  await openScreen(page, 'Wallet');
  await expect(findBalances(page).getByText('$10,025.00').first()).toBeVisible();

  await page.goto('/dashboard/profile');
  await expect(findBanner(page)).toContainText('This screen is live.');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('First name').fill('Ana');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  await page.getByRole('button', { name: 'Leave test mode' }).click();
  await expect(findBanner(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByText('Ana').first()).toBeVisible();
  await openScreen(page, 'API keys');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await openScreen(page, 'Wallet');
  await expect(findBalances(page).getByText('$0.00').first()).toBeVisible();
});

test('the palette begins test mode; other pages are live, and signing out ends it', async ({
  page,
}) => {
  await openDashboard(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('test mode');
  await page.getByRole('option', { name: 'Switch to test mode' }).click();
  await expect(findBanner(page)).toBeVisible();
  await openScreen(page, 'Assistants');
  const loaded = page.waitForEvent('load');
  await page.getByRole('link', { name: 'How to connect each assistant' }).click();
  await loaded;
  await expect(page).toHaveURL(/\/docs\/guides\/mcp$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(findBanner(page)).toHaveCount(0);

  await page.goto('/dashboard');
  await expect(findBanner(page)).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await page.waitForURL('**/auth');
  await openDashboard(page);
  await expect(findSwitch(page)).toHaveAttribute('aria-checked', 'false');
  await expect(findBanner(page)).toHaveCount(0);
});
