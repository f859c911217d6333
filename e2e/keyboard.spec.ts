// Keyboard only: every action works without a pointer, and the focus is never lost.

import type { Locator, Page } from '@playwright/test';
import { scaledMs } from '../test/time-limits.ts';
import { expect, hydrated, readCode, test, uniqueEmail } from './person.ts';

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

async function signInByKeyboard(page: Page, address: string): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await press(page, page.getByRole('banner').getByRole('link', { name: 'Sign In' }));
  await headingHasFocus(page, 'Sign In');
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(address);
  await press(page, page.getByRole('checkbox', { name: /I accept the Terms/ }), 'Space');
  await press(page, page.getByRole('button', { name: 'Send Verification Code' }));
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(await readCode(address));
  await page.waitForURL('**/dashboard');
  await headingHasFocus(page, 'Make your first call');
  // Messages of the previous screen are gone; the reason for leaving it is announced here.
  await expect(page.getByText('OTP code sent to your email')).toHaveCount(0);
}

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
  const made = page.getByRole('dialog', { name: `Key ${name} is ready` });
  await press(page, made.getByLabel('I saved it'), 'Space');
  await press(page, made.getByRole('button', { name: 'Done' }));
  await expect(made).toBeHidden();
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

test('a person signs in, makes and revokes a key, asks support and signs out', async ({ page }) => {
  test.setTimeout(scaledMs(90_000));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInByKeyboard(page, uniqueEmail());
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

/** All announcements of live regions. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live=polite]'))
        if (region.textContent) said.push(region.textContent);
    }).observe(document, { subtree: true, childList: true });
  });
const announcements = (page: Page) =>
  page.evaluate(() => (window as unknown as { said: string[] }).said);

test('each change of page takes the focus to its heading and says its title', async ({ page }) => {
  await listen(page);
  await page.goto('/');
  await hydrated(page);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  const home = await page.getByRole('heading', { level: 1 }).innerText();
  await page.locator('footer').getByRole('link', { name: 'Privacy Policy' }).click();
  await headingHasFocus(page, 'Privacy Policy');
  await expect.poll(() => announcements(page)).toContain(await page.title());
  // Pointer users see no focus ring.
  const heading = page.getByRole('heading', { level: 1 });
  expect(await heading.evaluate((element) => element.matches(':focus-visible'))).toBe(false);

  await page.goBack();
  await headingHasFocus(page, home);
  await expect(page).toHaveURL(/\/$/);
});

test('an open drawer holds the focus, and the page behind it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/');
  await hydrated(page);
  const opener = page.getByRole('button', { name: 'Open the menu' });
  await press(page, opener);
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  for (let step = 0; step < 25; step++) {
    await page.keyboard.press('Tab');
    const isInside = await drawer.evaluate(
      (element) =>
        element.contains(document.activeElement) || document.activeElement === document.body,
    );
    expect(isInside, `after ${step + 1} presses of Tab`).toBe(true);
  }
  await page.mouse.move(40, 400);
  await page.mouse.wheel(0, 600);
  // Scrolling would be visible after the next frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(opener).toBeFocused();
});
