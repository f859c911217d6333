import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import SearchLayout from './SearchLayout.tsx';

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('the words are in the address when a result is opened before typing pauses', async () => {
  const replaceState = vi.spyOn(window.history, 'replaceState').mockReturnValue();
  const hits = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')];
  await renderScreen('/search?q=pricing', [{ path: '/search', element: SearchLayout }]);
  await expect.poll(() => hits()[0]?.textContent).toMatch(/^Pricing/);
  await userEvent.fill(page.getByRole('searchbox'), 'ledger');
  await expect.poll(() => hits()[0]?.textContent).toMatch(/ledger/i);
  hits()[0]!.click();
  const [, , address] = replaceState.mock.lastCall ?? [];
  expect(address).toBe(`${window.location.pathname}?q=ledger`);
  replaceState.mockRestore();
});
