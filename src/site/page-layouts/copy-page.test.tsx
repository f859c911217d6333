import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { CopyPage } from './CopyPage.tsx';

beforeEach(resetBrowser);
afterEach(() => {
  vi.restoreAllMocks();
  return resetBrowser();
});

test('the page is copied as Markdown, and can be opened as such', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('# Keys'));
  const written: ClipboardItem[] = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async (items) => {
    written.push(...items);
  });
  await renderScreen('/docs/keys', [{ path: '/docs/keys', element: CopyPage }]);
  await page.getByRole('button', { name: 'Copy for an assistant' }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(window.fetch).toHaveBeenCalledWith('/docs/keys.md');
  const blob = await written[0]?.getType('text/plain');
  expect(await blob?.text()).toBe('# Keys');
  await expect
    .element(page.getByRole('link', { name: 'Markdown' }))
    .toHaveAttribute('href', '/docs/keys.md');
});
