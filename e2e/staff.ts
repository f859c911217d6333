// Signs in members of staff.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openVisitor, signIn } from './person.ts';
import { addressOf, type StaffName } from './staff-addresses.ts';

/** Codes are limited to one a minute, so retries reuse the session of the first sign-in. */
export async function signInStaff(page: Page, name: StaffName): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? os.tmpdir();
  const state = path.join(folder, `${name}-${process.ppid}.json`);
  if (existsSync(state)) return page.context().setStorageState(state);
  await signIn(page, addressOf(name));
  await page.context().storageState({ path: state });
}

/** In a separate browser context. */
export async function openStaff(browser: Browser, name: StaffName): Promise<Page> {
  const page = await openVisitor(browser);
  await signInStaff(page, name);
  return page;
}
