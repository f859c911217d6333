import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';

export const LedgerCheck = z
  .object({
    checked_at: z.iso.datetime(),
    is_sound: z.boolean(),
    problems: z.array(z.string()),
    trial_balance: z.array(
      z.object({
        currency: z.string(),
        kind: z.string(),
        label: z.string(),
        accounts: z.int(),
        sum: z.string().describe('Signed decimal text; over a currency they sum to zero.'),
      }),
    ),
    sealed: z.int().describe('Journals that the hash chain covers.'),
    head: z.string().describe('The last hash of the chain. Keep a copy elsewhere.'),
    debts: z.int().describe('Wallets below zero that may be.'),
  })
  .meta({ id: 'LedgerCheck' });
export type LedgerCheckWire = z.infer<typeof LedgerCheck>;

export const checkLedger = endpoint({
  method: 'GET',
  path: '/apix/admin/ledger/',
  summary: 'Read the whole ledger against its rules, with the trial balance',
  permission: staffOnly('ledger.read'),
  work: 'none',
  rateLimit: { points: 10, windowSeconds: 60 },
  responses: { 200: LedgerCheck },
});
