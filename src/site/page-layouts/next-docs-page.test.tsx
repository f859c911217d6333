import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { docsPages } from './docs-pages.ts';
import { NextDocsPage } from './ProseLayout.tsx';

const open = (path: string) => renderScreen(path, [{ path, element: NextDocsPage }]);

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('a page of the documentation leads to the one after it in the menu', async () => {
  const [first, second] = docsPages;
  await open(first!.path);
  const link = page.getByRole('link', { name: second!.label });
  await expect.element(link).toHaveAttribute('href', second!.path);
});

test('a page outside of the documentation leads nowhere', async () => {
  await open('/terms');
  await expect.element(page.getByRole('link')).not.toBeInTheDocument();
});
