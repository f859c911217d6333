import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { SystemPartWire } from '../../wire/system-health.ts';
import { SystemHealth } from './SystemHealth.tsx';

const parts: SystemPartWire[] = [
  { name: 'database', title: 'Database', state: 'ok', message: 'Answers in 2 ms.' },
  { name: 'mail', title: 'Mail', state: 'warning', message: 'A mail has waited for 2 hours.' },
  { name: 'disk', title: 'Disk', state: 'down', message: '1 GB of 50 GB are free: make room now.' },
  { name: 'gateway', title: 'Proxy gateway', state: 'off', message: 'PROXY_PORT opens it.' },
];
const answer = { status: 200, body: { checked_at: '2026-11-20T12:00:00.000Z', parts } };
const path = 'GET /apix/admin/health/';
const open = () => renderScreen('/health', [{ path: '/health', element: SystemHealth }]);

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
});

test('each part has its state and its sentence', async () => {
  stubApi({ [path]: answer });
  await open();
  const labels = ['Works', 'Look at it', 'Fails', 'Off'];
  for (const [at, { title, message }] of parts.entries()) {
    const item = page.getByRole('listitem').filter({ hasText: title });
    await expect.element(item.getByRole('heading', { name: title })).toBeVisible();
    await expect.element(item.getByText(labels[at]!, { exact: true })).toBeVisible();
    await expect.element(item.getByText(message)).toBeVisible();
  }
});

test('a check that could not be loaded can be repeated', async () => {
  const api = stubApi({ [path]: { status: 500, body: { detail: 'Out of order.' } } });
  await open();
  await expect.element(page.getByText('Out of order.')).toBeVisible();
  api.answers[path] = answer;
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('Answers in 2 ms.')).toBeVisible();
});
