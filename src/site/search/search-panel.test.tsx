import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { SearchPanel } from './SearchPanel.tsx';

function Screen() {
  const [words, setWords] = useState('');
  return <SearchPanel words={words} onWordsChange={setWords} />;
}

const field = () => page.getByRole('searchbox');
const status = () => page.getByRole('status').element().textContent;
const hits = () => [...document.querySelectorAll<HTMLElement>('[data-hit]')];

beforeEach(async () => {
  resetBrowser();
  await renderScreen('/search', [{ path: '/search', element: Screen }]);
});
afterEach(resetBrowser);

test('a mistyped word finds its page; arrows move in the results', async () => {
  await expect.poll(status).toMatch(/^Search for a word or two/);
  await userEvent.fill(field(), 'pricng');
  await expect.poll(() => hits()[0]?.textContent).toMatch(/^Pricing/);
  await expect.element(page.getByRole('navigation')).not.toBeInTheDocument();
  (field().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(hits()[0]);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(field().element());
});

test('the texts of pages are searched as well, and matches are marked', async () => {
  await userEvent.fill(field(), 'idempotency');
  await expect
    .poll(() => hits().some(({ textContent }) => /^Payments/.test(textContent)))
    .toBe(true);
  expect(document.querySelector('mark')?.textContent).toMatch(/^idempotency$/i);
});

test('many results are shown step by step', async () => {
  await userEvent.fill(field(), 'postgresql');
  await expect.poll(status).toMatch(/^12 of \d+ pages$/);
  expect(hits()).toHaveLength(12);
  await userEvent.click(page.getByRole('button', { name: 'Show more' }));
  expect(hits()).toHaveLength(24);
});

test('Enter opens the first result', async () => {
  await userEvent.fill(field(), 'how much does it cost');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
});

test('a query without a result says so; words that every page has are no query', async () => {
  await userEvent.fill(field(), 'xyzzyx');
  await expect.poll(status).toContain('No results for “xyzzyx”');
  const sections = page.getByRole('navigation', { name: 'Main sections' });
  await expect.element(sections.getByRole('link', { name: 'Pricing' })).toBeVisible();
  await userEvent.fill(field(), 'how do I');
  await expect.poll(status).toMatch(/^Search for a word or two/);
});
