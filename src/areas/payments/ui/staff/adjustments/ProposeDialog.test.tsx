import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { ProposeDialog } from './ProposeDialog.tsx';

const proposePath = 'POST /apix/admin/adjustments/';
const field = (name: string) => page.getByRole('textbox', { name });
const propose = () => userEvent.click(page.getByRole('button', { name: 'Propose' }));

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a proposal without a response is repeated with the same key, another with a new key', async () => {
  const api = stubApi({ [proposePath]: new TypeError('lost') });
  const element = () => <ProposeDialog onClose={vi.fn()} />;
  await renderScreen('/admin/adjustments', [{ path: '/admin/adjustments', element }]);
  await userEvent.fill(field('Account number'), '7');
  await userEvent.fill(field('Amount'), '10.00');
  await userEvent.fill(field('Reason'), 'A refund by hand.');
  const keys = () => api.callsTo(proposePath).map(({ headers }) => headers.get('idempotency-key'));
  for (const count of [1, 2]) {
    await propose();
    await expect.poll(() => keys().length).toBe(count);
  }
  // As long as the first, letter for letter.
  await userEvent.fill(field('Reason'), 'A refund by mail.');
  await propose();
  await expect.poll(() => keys().length).toBe(3);
  api.answers[proposePath] = { status: 201, body: {} };
  for (const count of [4, 5]) {
    await propose();
    await expect.poll(() => keys().length).toBe(count);
  }
  const [first, second, third, fourth, fifth] = keys();
  expect(first).toBeTruthy();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(fourth).toBe(third);
  // Answered: the same once more is meant.
  expect(fifth).not.toBe(fourth);
});

test('wrong entries are marked at their fields, and nothing is proposed', async () => {
  const api = stubApi({ [proposePath]: { status: 201, body: {} } });
  const element = () => <ProposeDialog onClose={vi.fn()} />;
  await renderScreen('/admin/adjustments', [{ path: '/admin/adjustments', element }]);
  await userEvent.fill(field('Account number'), 'ada');
  await userEvent.fill(field('Amount'), 'ten');
  await propose();
  for (const [name, message] of [
    ['Account number', /Enter the number of an account\.$/],
    ['Amount', 'A valid number is required.'],
    ['Reason', 'Say why.'],
  ] as const)
    await expect.element(field(name)).toHaveAccessibleDescription(message);
  await expect.element(field('Account number')).toHaveFocus();
  expect(api.callsTo(proposePath)).toEqual([]);
});

test('a refusal of the server keeps the entries, and closing asks for them', async () => {
  stubApi({ [proposePath]: { status: 400, body: { user: ['Unknown user.'] } } });
  const onClose = vi.fn();
  const element = () => <ProposeDialog onClose={onClose} />;
  await renderScreen('/admin/adjustments', [{ path: '/admin/adjustments', element }]);
  await userEvent.fill(field('Account number'), '7');
  await userEvent.fill(field('Amount'), '10.00');
  await userEvent.fill(field('Reason'), 'A refund by hand.');
  await propose();
  await expect.element(field('Account number')).toHaveAccessibleDescription(/Unknown user\.$/);
  await expect.element(field('Reason')).toHaveValue('A refund by hand.');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Leave without saving' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});
