import { expect, test, vi } from 'vitest';
import { openSummaryProviders } from './ports.ts';

const open = () => {
  const error = vi.fn();
  return { error, summaries: openSummaryProviders({ error } as never) };
};

test('every provider is asked for the account, and answers under its name', async () => {
  const { summaries, error } = open();
  summaries.add('unread_messages', async (accountId) => accountId * 10);
  summaries.add('balance', async () => ({ available: '12.50' }));
  expect(await summaries.readAll(7)).toEqual({
    unread_messages: 70,
    balance: { available: '12.50' },
  });
  expect(await summaries.read('unread_messages', 7)).toBe(70);
  expect(error).not.toHaveBeenCalled();
});

test('a provider that fails gives null and a line in the log, and costs no other', async () => {
  const { summaries, error } = open();
  const err = new Error('the database is away');
  summaries.add('balance', async () => 1);
  summaries.add('payments', () => Promise.reject(err));
  summaries.add('tickets', () => {
    throw err;
  });
  expect(await summaries.readAll(7)).toEqual({ balance: 1, payments: null, tickets: null });
  expect(error).toHaveBeenCalledTimes(2);
  const line = { err, summary: 'payments', account: 7 };
  expect(error).toHaveBeenCalledWith(line, 'a summary failed');
});

test('a name that nobody provides reads as null', async () => {
  expect(await open().summaries.read('nothing', 7)).toBeNull();
});

test('a name can be provided once', () => {
  const { summaries } = open();
  summaries.add('balance', async () => 1);
  expect(() => summaries.add('balance', async () => 2)).toThrow('"balance"');
});
