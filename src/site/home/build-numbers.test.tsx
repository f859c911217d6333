import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { BuildNumbers } from './BuildNumbers.tsx';
import { pageBytesId } from './page-bytes.ts';

const path = 'GET /apix/payments/ledger/check/';
const open = () => renderScreen('/', [{ path: '/', element: BuildNumbers }]);
const text = () => page.getByRole('list').first().element().textContent;

beforeEach(resetBrowser);
afterEach(resetBrowser);

test.each([
  [true, /Balanced.*last checked on 23 Nov 2026, 02:37 UTC/],
  [false, /Not balanced.*last checked on 23 Nov 2026, 02:37 UTC/],
])('the last check of the ledger is shown: %s', async (is_sound, expected) => {
  stubApi({ [path]: { status: 200, body: { checked_at: '2026-11-23T02:37:05.000Z', is_sound } } });
  await open();
  await expect.poll(text).toMatch(expected);
});

test('without a check, or an answer, it says that there is one every night', async () => {
  const { answers, callsTo } = stubApi({
    [path]: { status: 200, body: { checked_at: null, is_sound: null } },
  });
  const { unmount } = await open();
  await expect.poll(() => callsTo(path)).toHaveLength(1);
  expect(text()).toContain('checked every night');
  await unmount();
  answers[path] = new TypeError('Failed to fetch');
  await open();
  await expect.poll(() => callsTo(path)).toHaveLength(2);
  expect(text()).toContain('checked every night');
});

test('the size of the page is left out where the page was not loaded', async () => {
  stubApi({});
  await open();
  expect(document.getElementById(pageBytesId)).toBeNull();
});
