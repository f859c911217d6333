import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';

/** For everybody, so it contains no amounts. */
export const LastLedgerCheck = z
  .object({
    checked_at: z.iso.datetime().nullable().describe('Null before the first nightly check.'),
    is_sound: z
      .boolean()
      .nullable()
      .describe('Whether all journals balance and every rule of the ledger is kept.'),
  })
  .meta({ id: 'LastLedgerCheck' });

export const readLastLedgerCheck = endpoint({
  method: 'GET',
  path: '/apix/payments/ledger/check/',
  group: 'The ledger',
  tool: { none: 'It is for the screens of the dashboard.' },
  summary: 'Retrieve the result of the last nightly check of the ledger',
  description: "Says whether last night's check found all books balanced. It contains no amounts.",
  permission: 'public',
  work: 'replica',
  rateLimit: { points: 60, windowSeconds: 60 },
  responses: { 200: LastLedgerCheck },
});
