import { expect, test, vi } from 'vitest';
import { createSummaryProviders } from './ports.ts';

const open = () => {
  const error = vi.fn();
  return { error, summaries: createSummaryProviders({ error } as never) };
};

test('the summaries of all providers are returned by name', async () => {
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

test('a failing provider is null and logged, and does not affect others', async () => {
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

test('a name without a provider is null', async () => {
  expect(await open().summaries.read('nothing', 7)).toBeNull();
});

test('names of providers are unique', () => {
  const { summaries } = open();
  summaries.add('balance', async () => 1);
  expect(() => summaries.add('balance', async () => 2)).toThrow('"balance"');
});
