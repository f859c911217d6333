import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { MailHoldWire } from '../../wire/mail-hold.ts';
import { MailHoldBanner } from './MailHoldBanner.tsx';

const path = '/apix/admin/mails/hold/';
const hold: MailHoldWire = {
  since: '2026-11-20T12:00:00.000Z',
  reason: 'Restored from the backup of 2026-11-20.',
  mails: 1200,
  oldest_at: '2026-11-01T12:00:00.000Z',
};
const ended: MailHoldWire = { since: null, reason: '', mails: 0, oldest_at: null };

const open = () => renderScreen('/', [{ path: '/', element: MailHoldBanner }]);
const expectText = (words: string | RegExp) => expect.element(page.getByText(words)).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
});

test('the banner says why mails are held, and releases them after a confirmation', async () => {
  const api = stubApi({
    [`GET ${path}`]: { status: 200, body: hold },
    [`POST ${path}release/`]: () => {
      api.answers[`GET ${path}`] = { status: 200, body: ended };
      return { status: 200, body: { released: 1200 } };
    },
  });
  await open();
  await expectText('Restored from the backup of 2026-11-20.');
  await expectText(/1,200 mails held/);
  await userEvent.click(page.getByRole('button', { name: 'Release' }));
  await expectText('Release 1,200 mails?');
  expect(api.callsTo(`POST ${path}release/`)).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Release mails' }));
  await expectText('1,200 mails released');
  await expect.element(page.getByText(/held since/)).not.toBeInTheDocument();
});

test('mails that a release has not reached yet can be released again', async () => {
  const left = { ...ended, mails: 3, oldest_at: hold.oldest_at };
  const api = stubApi({
    [`GET ${path}`]: { status: 200, body: left },
    [`POST ${path}release/`]: { status: 200, body: { released: 3 } },
  });
  await open();
  await expectText('Held mails are being released');
  await expect.element(page.getByRole('button', { name: /Discard/ })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Release' }));
  await userEvent.click(page.getByRole('button', { name: 'Release mails' }));
  await expect.poll(() => api.callsTo(`POST ${path}release/`)).toHaveLength(1);
});

test('old mails are discarded by their age in days', async () => {
  const api = stubApi({
    [`GET ${path}`]: { status: 200, body: hold },
    [`POST ${path}discard/`]: { status: 200, body: { discarded: 7 } },
  });
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Discard old mails' }));
  const days = page.getByRole('textbox', { name: /Older than/ });
  await userEvent.clear(days);
  await userEvent.click(page.getByRole('button', { name: 'Discard mails' }));
  await expectText('Enter a whole number of days.');
  expect(api.callsTo(`POST ${path}discard/`)).toEqual([]);
  await userEvent.fill(days, '3');
  await userEvent.click(page.getByRole('button', { name: 'Discard mails' }));
  await expectText('7 mails discarded');
  expect(api.callsTo(`POST ${path}discard/`)[0]?.body).toEqual({ older_than_days: 3 });
});

test('a failed release is reported in its dialog', async () => {
  const detail = 'Mails are not held. They are delivered as usual.';
  stubApi({
    [`GET ${path}`]: { status: 200, body: hold },
    [`POST ${path}release/`]: { status: 400, body: { detail, code: 'invalid_state' } },
  });
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Release' }));
  await userEvent.click(page.getByRole('button', { name: 'Release mails' }));
  await expectText(detail);
});
