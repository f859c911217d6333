import { expect, test } from 'vitest';
import { toRecordAddress } from './record-address.ts';

test.each([
  ['user', '/admin/users/7'],
  ['ticket', '/admin/tickets/x'],
  ['payment', '/admin/payments?search=x'],
  ['journal', '/admin/ledger/journals/x'],
  ['lead', '/admin/leads/x'],
  ['key', '/admin/users/7'],
  ['transaction', '/admin/ledger?search=x'],
  ['withdrawal', '/admin/payments/withdrawals/x'],
  ['adjustment', '/admin/payments/adjustments'],
  ['customs_rule_set', '/admin/rule-sets/x'],
])('a %s leads to %s', (kind, address) => {
  expect(toRecordAddress({ kind, id: 'x', user: 7 })).toBe(address);
});

test.each([
  { kind: 'user', id: '7', user: null },
  { kind: 'lead', id: '7,8', user: null },
  { kind: 'canned_reply', id: 'x', user: null },
])('$kind $id has no screen', (key) => {
  expect(toRecordAddress(key)).toBeUndefined();
});
