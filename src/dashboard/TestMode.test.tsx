import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Keys from '#areas/billing/ui/keys/Keys.tsx';
import AddMoney from '#areas/payments/ui/top-up/AddMoney.tsx';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { download } from '#ui/download.ts';
import { CommandPalette } from './CommandPalette.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import { TestModeBanner } from './TestModeBanner.tsx';
import { TestModeSwitch } from './TestModeSwitch.tsx';
import { useMode } from './use-mode.ts';

const mode = vi.hoisted(() => ({ isTest: false, canSwitch: true, switchTo: vi.fn() }));
vi.mock(import('#client/test-mode.ts'), async (load) => ({
  ...(await load()),
  isTestMode: () => mode.isTest,
  // The page of the tests, which must not be reloaded.
  isBelowDashboard: () => true,
  canSwitchMode: () => mode.canSwitch,
  switchMode: mode.switchTo,
}));

const realTime = {
  now: '2026-12-01T09:30:00.000Z',
  is_moved: false,
  moved_from: null,
  moving_to: null,
  latest: '2031-12-01T09:30:00.000Z',
};

function Frame() {
  useMode();
  return (
    <>
      <TestModeBanner />
      <DashboardHeader />
      <TestModeSwitch />
    </>
  );
}

function open({ isTest = false, canSwitch = true }, element = Frame, query = '') {
  Object.assign(mode, { isTest, canSwitch });
  return renderScreen(`/dashboard${query}`, [{ path: '/dashboard', element }]);
}

const banner = page.getByRole('complementary', { name: 'Test mode' });
const control = page.getByRole('switch', { name: 'Test mode' });
const button = (name: string) => page.getByRole('button', { name });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
  stubApi({
    'GET /apix/billing/api-keys/': { status: 200, body: pageOfRows([]) },
    'GET /apix/test/clock/': { status: 200, body: realTime },
  });
  mode.switchTo.mockReset();
});
afterEach(resetBrowser);

test('a banner says that nothing is real, and leaves test mode', async () => {
  await open({ isTest: true });
  await expect.element(banner).toMatchTextContent('no money moves, no e-mail is sent');
  await expect.element(page.getByRole('banner').getByText('Test mode')).toBeVisible();
  await userEvent.click(button('Leave test mode'));
  expect(mode.switchTo).toHaveBeenCalledWith('live');
});

test.each(['/dashboard/profile', '/dashboard/support/new', '/dashboard/customs/embed'])(
  'the banner says that %s is live',
  async (path) => {
    Object.assign(mode, { isTest: true });
    await renderScreen(path, [{ path, element: TestModeBanner }]);
    await expect.element(banner).toMatchTextContent('This screen is live.');
  },
);

test('the switch works by keyboard and says whether test mode is on', async () => {
  const { unmount } = await open({});
  await expect.element(control).toHaveAttribute('aria-checked', 'false');
  await expect.element(banner).not.toBeInTheDocument();
  (control.element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(mode.switchTo).toHaveBeenCalledWith('test');
  await unmount();
  await open({ isTest: true });
  await expect.element(control).toHaveAttribute('aria-checked', 'true');
  await userEvent.click(control);
  expect(mode.switchTo).toHaveBeenLastCalledWith('live');
});

test('nothing offers test mode where it cannot be had', async () => {
  await open({ canSwitch: false });
  await expect.element(button('Your account')).toBeVisible();
  await expect.element(control).not.toBeInTheDocument();
});

test.each([
  [{ isTest: false }, 'Switch to test mode', 'test'],
  [{ isTest: true }, 'Leave test mode', 'live'],
])('the palette offers the other mode: %o', async (state, label, expected) => {
  await open(state, () => <CommandPalette onClose={() => {}} onSignOut={() => {}} />);
  await userEvent.fill(page.getByRole('combobox'), 'test mode');
  await userEvent.click(page.getByRole('option', { name: label }));
  expect(mode.switchTo).toHaveBeenCalledWith(expected);
});

test('the parameter of an address that was opened without a page load is removed', async () => {
  const { router } = await open({ isTest: true }, Frame, '?a=b&mode=test');
  await expect.poll(() => router.state.location.search).toBe('?a=b');
});

test.each([
  [{ isTest: true }, ['TEST-usage.csv', 'TEST-INV-2026-000001.pdf']],
  [{ isTest: false }, ['usage.csv', 'TEST-INV-2026-000001.pdf']],
])('files that are saved say once that they are of test mode: %o', async (state, names) => {
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function keep(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await open(state);
  for (const name of ['usage.csv', 'TEST-INV-2026-000001.pdf'])
    await download(name, async () => new Blob(['a,b']));
  expect(saved).toEqual(names);
  click.mockRestore();
});

test('the keys screen says what keys are for in each mode', async () => {
  const { unmount } = await open({ isTest: true }, Keys);
  await expectText(/begin with sk_test_ and work in test mode only/);
  await expect.element(button('Switch to test mode')).not.toBeInTheDocument();
  await unmount();
  await open({}, Keys);
  await expectText(/Test mode has keys of its own/);
  await userEvent.click(button('Switch to test mode'));
  expect(mode.switchTo).toHaveBeenCalledWith('test');
});

test('where money is added, test mode says how it is paid', async () => {
  const { unmount } = await open({ isTest: true }, AddMoney);
  await expectText(/In test mode you pay at the sandbox/);
  await unmount();
  await open({}, AddMoney);
  await expect.element(page.getByText(/sandbox/)).not.toBeInTheDocument();
});
