// Journeys of the company's own people.
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { openVisitor, signIn } from './person.ts';
import { addressOf, type StaffName } from './staff-addresses.ts';

/** One code a minute is the limit: who signed in once goes on with that session, in every try. */
export async function signInStaff(page: Page, name: StaffName): Promise<void> {
  const folder = process.env.E2E_DATA_DIR ?? os.tmpdir();
  const state = path.join(folder, `${name}-${process.ppid}.json`);
  if (existsSync(state)) return page.context().setStorageState(state);
  await signIn(page, addressOf(name));
  await page.context().storageState({ path: state });
}

/** In a browser of their own. */
export async function openStaff(browser: Browser, name: StaffName): Promise<Page> {
  const page = await openVisitor(browser);
  await signInStaff(page, name);
  return page;
}
