// Keyboard only: every action works without a pointer, and the focus is never lost.

import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from './person.ts';

const stepsMax = 120;

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < stepsMax && !(await isThere()); step++) await page.keyboard.press(key);
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

const headingHasFocus = (page: Page, name: string) =>
  expect(page.getByRole('main').getByRole('heading', { level: 1, name })).toBeFocused();

const somethingHasFocus = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

async function goTo(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'A page, a record or an action' })).toBeFocused();
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
}

async function createKey(page: Page, name: string): Promise<void> {
  await goTo(page, 'create an api key');
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await tabTo(page, form.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Key ${name} is ready` });
  await press(page, dialog.getByLabel('I saved it'), 'Space');
  await press(page, dialog.getByRole('button', { name: 'Done' }));
  await expect(dialog).toBeHidden();
  await somethingHasFocus(page);
}

async function revokeKey(page: Page, name: string): Promise<void> {
  const actions = page.getByRole('button', { name: `Actions for ${name}` });
  await press(page, actions);
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(actions).toBeFocused();

  await page.keyboard.press('Enter');
  const revoke = page.getByRole('menuitem', { name: 'Revoke' });
  await tabTo(page, revoke, 'ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(actions).toBeFocused();

  await page.keyboard.press('Enter');
  await tabTo(page, revoke, 'ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: `Type ${name} to confirm` }));
  await page.keyboard.type(name);
  await press(page, page.getByRole('button', { name: 'Revoke key' }));
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.getByRole('cell', { name: 'Revoked', exact: true })).toBeVisible();
  await somethingHasFocus(page);
}

async function createTicket(page: Page): Promise<void> {
  await goTo(page, 'ask support');
  await headingHasFocus(page, 'New ticket');
  await tabTo(page, page.getByRole('textbox', { name: 'Subject' }));
  await page.keyboard.type('By keyboard alone');
  await tabTo(page, page.getByRole('textbox', { name: 'What happened' }));
  await page.keyboard.type('No pointer was near.');
  await press(page, page.getByRole('button', { name: 'Open ticket' }));
  await page.waitForURL(/dashboard\/support\/[0-9a-f-]{36}$/);
  await headingHasFocus(page, 'By keyboard alone');
}

test('a person makes and revokes a key, asks support and signs out by keyboard', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Make your first call' })).toBeVisible();
  await createKey(page, 'weaver');
  await revokeKey(page, 'weaver');
  await createTicket(page);

  const account = page.getByRole('button', { name: 'Your account' });
  await tabTo(page, account, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Logout' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(account).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, question.getByRole('button', { name: 'Logout' }));
  await page.waitForURL('**/auth');
  await headingHasFocus(page, 'Sign In');
});
