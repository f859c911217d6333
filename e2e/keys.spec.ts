import { spawnSync } from 'node:child_process';
import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './person.ts';

/** The output of a shell for the pasted text; undefined when the program is not installed. */
function paste(command: string, args: string[] = []): string | undefined {
  const { error, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return error ? undefined : stdout;
}
const runTypeScript = (code: string) =>
  paste(process.execPath, ['--input-type=module', '-e', code]);
const runCurl = (code: string) => (paste('curl', ['-V']) ? paste('sh', ['-c', code]) : undefined);
const runPython = (code: string) => paste('python3', ['-c', code]);

async function readSnippet(dialog: Locator, language: string): Promise<string> {
  await dialog.getByRole('tab', { name: language }).click();
  return (await dialog.getByRole('tabpanel').locator('code').textContent()) ?? '';
}

test('a new key calls the API as its snippets say, until it is revoked', async ({ page }) => {
  const { address, call } = await signIn(page);
  await page.goto('/dashboard/keys');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await page.getByRole('button', { name: 'Create key' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('journey');
  await page.getByLabel('Expires').selectOption('30');
  const creating = page.waitForResponse('**/apix/billing/api-keys/');
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const { id } = await (await creating).json();

  const dialog = page.getByRole('dialog', { name: 'Key journey is ready' });
  const key = await dialog.getByLabel('Your new key').textContent();
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
  const curl = await readSnippet(dialog, 'curl');
  const typescript = await readSnippet(dialog, 'TypeScript');
  const python = await readSnippet(dialog, 'Python');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText(/^Save the key first/)).toBeVisible();
  await dialog.getByLabel('I saved it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();

  expect(runTypeScript(typescript)).toContain(address);
  for (const printed of [runCurl(curl), runPython(python)])
    expect(printed ?? address).toContain(address);

  const row = page.getByRole('row', { name: /journey/ });
  const readUse = async () => (await call('GET', `billing/api-keys/${id}`)).last_used_at;
  await expect.poll(readUse).not.toBeNull();
  await page.reload();
  await expect(row.getByText('just now')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for journey' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('textbox', { name: 'Type journey to confirm' }).fill('journey');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect(row.getByRole('cell', { name: 'Revoked', exact: true })).toBeVisible();
  expect(runTypeScript(typescript)).toMatch(/401[\s\S]*api_key_revoked/);
});
