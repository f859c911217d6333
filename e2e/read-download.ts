import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Presses a button, and returns the name and the bytes of the file that it saves, as latin1. */
export async function readDownload(page: Page, button: string): Promise<[string, string]> {
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const file = await arriving;
  return [file.suggestedFilename(), await readFile(await file.path(), 'latin1')];
}
