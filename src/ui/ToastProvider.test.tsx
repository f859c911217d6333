import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ToastProvider } from './ToastProvider.tsx';
import { toast, toastStore } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  for (const { id } of toastStore.read()) toast.dismiss(id);
  vi.useRealTimers();
});

const hourMs = 3_600_000;
const findToast = (message: string) => page.getByRole('listitem').filter({ hasText: message });

// Shown before the rest: its timer has started when `render` returns. While a locator or an action
// waits, the fake time goes on.
async function showToast(message = 'Saved', durationMs?: number) {
  toast.success(message, { durationMs });
  await render(
    <ToastProvider>
      <button type="button">Elsewhere</button>
    </ToastProvider>,
  );
  await expect.element(findToast(message)).toBeVisible();
}

test('a toast goes away after 5000 ms', async () => {
  await showToast();
  vi.advanceTimersByTime(4999);
  await expect.element(findToast('Saved')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(findToast('Saved')).not.toBeInTheDocument();
});

test('F8 moves the focus to the toasts', async () => {
  await showToast();
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('list')).toHaveFocus();
});

test('the focus returns when the last toast closes', async () => {
  await showToast();
  const elsewhere = page.getByRole('button', { name: 'Elsewhere' });
  await userEvent.click(elsewhere);
  await userEvent.keyboard('{F8}{Tab}{Tab}{Enter}');
  await expect.element(findToast('Saved')).not.toBeInTheDocument();
  await expect.element(elsewhere).toHaveFocus();
});

test('on navigation only the last toast stays', async () => {
  await showToast('Code sent');
  toast.success('Signed in');
  toast.dismissOlder();
  await expect.element(findToast('Signed in')).toBeVisible();
  await expect.element(findToast('Code sent')).not.toBeInTheDocument();
});

test('the timer pauses while the pointer is on a toast', async () => {
  await showToast('Saved', hourMs);
  await userEvent.hover(findToast('Saved'));
  vi.advanceTimersByTime(2 * hourMs);
  await expect.element(findToast('Saved')).toBeVisible();
  await userEvent.hover(page.getByRole('button', { name: 'Elsewhere' }));
  await expect.element(findToast('Saved')).toBeVisible();
  vi.advanceTimersByTime(hourMs);
  await expect.element(findToast('Saved')).not.toBeInTheDocument();
});

test('the timer pauses while the focus is in the toasts', async () => {
  await showToast('Saved', hourMs);
  await userEvent.keyboard('{F8}');
  vi.advanceTimersByTime(2 * hourMs);
  await expect.element(findToast('Saved')).toBeVisible();
});

test('an action runs and closes its toast', async () => {
  const onSelect = vi.fn();
  await showToast();
  toast.info('Deleted', { action: { label: 'Undo', altText: 'Restore it', onSelect } });
  await userEvent.click(page.getByRole('button', { name: 'Undo' }));
  expect(onSelect).toHaveBeenCalledOnce();
  await expect.element(findToast('Deleted')).not.toBeInTheDocument();
});

test('a fifth toast replaces the oldest', async () => {
  await showToast('first');
  for (const message of ['second', 'third', 'fourth', 'fifth']) toast.info(message);
  await expect.element(findToast('fifth')).toBeVisible();
  await expect.element(findToast('first')).not.toBeInTheDocument();
});
