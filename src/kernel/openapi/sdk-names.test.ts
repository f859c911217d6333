import { expect, it } from 'vitest';
import { nameForSdk } from './sdk-names.ts';

const listNames = (area: string, ...ids: string[]) =>
  Object.fromEntries(nameForSdk(ids.map((operationId) => ({ operationId, area }))));

it('gives what can be created and listed a group of its own', () => {
  expect(listNames('billing', 'listApiKeys', 'createApiKey', 'rotateApiKey', 'readChart')).toEqual({
    listApiKeys: 'keys.list',
    createApiKey: 'keys.create',
    rotateApiKey: 'keys.rotate',
    readChart: 'billing.readChart',
  });
});

it('knows irregular plurals, and words after the noun', () => {
  const ids = ['createBatch', 'listBatches', 'readBatchResult', 'createReply', 'listReplies'];
  expect(Object.values(listNames('customs', ...ids))).toEqual([
    'batches.create',
    'batches.list',
    'batches.readResult',
    'replies.create',
    'replies.list',
  ]);
});

it('prefers the longest noun', () => {
  const ids = ['createKey', 'listKeys', 'createEmbedKey', 'listEmbedKeys', 'revokeEmbedKey'];
  expect(listNames('customs', ...ids).revokeEmbedKey).toBe('embedKeys.revoke');
});

it('leaves an id whole where its short form is another call', () => {
  const ids = ['createPayment', 'listPayments', 'readBalance', 'readPaymentBalance'];
  expect(listNames('payments', ...ids)).toMatchObject({
    readBalance: 'payments.readBalance',
    readPaymentBalance: 'payments.readPaymentBalance',
  });
});
