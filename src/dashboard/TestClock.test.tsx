import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { TestModeBanner } from './TestModeBanner.tsx';

vi.mock(import('#client/test-mode.ts'), async (load) => ({
  ...(await load()),
  isTestMode: () => true,
}));

const clockPath = '/apix/test/clock/';
const real = {
  now: '2026-12-01T09:30:00.000Z',
  is_moved: false,
  moved_from: null as string | null,
  moving_to: null as string | null,
  latest: '2031-12-01T09:30:00.000Z',
};
const end = '2027-01-01T09:30:00.000Z';
const moving = { ...real, is_moved: true, moved_from: real.now, moving_to: end };
const moved = { ...moving, now: end, moving_to: null };
const renewed = {
  id: 1,
  occurred_at: end,
  type: 'subscription.renewed',
  summary: 'A subscription is renewed',
  object: null,
};

const button = (name: string | RegExp) => page.getByRole('button', { name });
const open = () => renderScreen('/dashboard', [{ path: '/dashboard', element: TestModeBanner }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('the time is moved by keyboard, and the dialog lists what happened', async () => {
  stubApi({
    [`GET ${clockPath}`]: { status: 200, body: real },
    [`POST ${clockPath}`]: { status: 202, body: moving },
    [`GET ${clockPath}events/`]: { status: 200, body: pageOfRows([renewed]) },
  });
  await open();
  await expect.element(button('Move the time')).toBeVisible();
  (button('Move the time').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog', { name: 'Time of test mode' })).toBeVisible();
  stubApi({
    [`GET ${clockPath}`]: { status: 200, body: moved },
    [`POST ${clockPath}`]: { status: 202, body: moving },
    [`GET ${clockPath}events/`]: { status: 200, body: pageOfRows([renewed]) },
  });
  (button('1 month').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  await expect
    .element(page.getByRole('link', { name: 'A subscription is renewed' }))
    .toHaveAttribute('href', '/dashboard/plan');
  await userEvent.keyboard('{Escape}');
  await expect.element(button(/^Time: .*2027/)).toBeVisible();
});

test('a refusal is said', async () => {
  stubApi({
    [`GET ${clockPath}`]: { status: 200, body: moved },
    [`DELETE ${clockPath}`]: {
      status: 409,
      body: { detail: 'The time is being moved.', code: 'clock_is_moving', moving_to: end },
    },
    [`GET ${clockPath}events/`]: { status: 200, body: pageOfRows([]) },
  });
  await open();
  await userEvent.click(button(/^Time: .*2027/));
  await expect.element(page.getByText('Nothing was due.')).toBeVisible();
  await userEvent.click(button('Make it real again'));
  await expect.element(page.getByText('The time is being moved.')).toBeVisible();
});
