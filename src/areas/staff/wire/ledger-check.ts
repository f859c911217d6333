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
        sum: z.string().describe('Signed decimal. The sums of a currency add up to zero.'),
      }),
    ),
    sealed: z.int().describe('Journals covered by the hash chain.'),
    head: z.string().describe('The last hash of the chain. Store a copy elsewhere.'),
    debts: z.int().describe('Wallets with an allowed negative balance.'),
  })
  .meta({ id: 'LedgerCheck' });
export type LedgerCheckWire = z.infer<typeof LedgerCheck>;

export const checkLedger = endpoint({
  method: 'GET',
  path: '/apix/admin/ledger/',
  summary: 'Check the ledger',
  description:
    'Checks that all postings add up, that the stored balances are their sums, and that the chain of hashes is whole. It changes nothing.',
  permission: staffOnly('ledger.read'),
  work: 'none',
  rateLimit: { points: 10, windowSeconds: 60 },
  responses: { 200: LedgerCheck },
});
