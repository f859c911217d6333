// The journals of the ledger, for staff, and its balance at any moment.
import { z } from 'zod';
import { bytes, commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, dateTime, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { uuidId } from '#lib/wire/fields.ts';
import { journalTypes, platformAccounts } from './journals.constants.ts';

const decimal = z.string().describe('Decimal text; above zero credits the account.');
const amountQuery = z
  .string()
  .regex(/^\d{1,18}(\.\d{1,18})?$/, 'A valid number is required.')
  .optional();

export const Journal = z
  .object({
    id: uuidId,
    type: z.string().describe('`deposit`, `charge`, `refund` and so on.'),
    user: z
      .object({ id: z.int(), email: z.string().describe('Empty once the account was erased.') })
      .nullable()
      .describe('The customer whose wallets it changes.'),
    description: z.string().describe('As the customer reads it.'),
    reference: z.string().nullable().describe('The number of a payment or a withdrawal.'),
    actor: z.string().describe('Who posted it: `account:7`, `staff:3`, `job:billing.renew`.'),
    payment: z.uuid().nullable().describe('The payment that it is about.'),
    subscription: z.uuid().nullable().describe('The subscription that it is about.'),
    reversal_of: z.uuid().nullable().describe('The journal that it reverses.'),
    idempotency_key: z.string().describe('One journal has it, forever.'),
    effective_at: z.iso.datetime().describe('When it happened.'),
    created_at: z.iso.datetime().describe('When it was posted: balances depend on it.'),
    postings: z
      .array(
        z.object({
          account: z.string().describe('The kind of the ledger account.'),
          label: z.string().describe('Tells accounts of one kind apart: the provider.'),
          currency: z.string().describe('Code of the currency.'),
          amount: decimal,
          balance_before: decimal.nullable().describe('Of wallets.'),
          balance_after: decimal.nullable().describe('Of wallets.'),
        }),
      )
      .describe('They sum to zero in each currency.'),
  })
  .meta({ id: 'Journal' });
export type JournalWire = z.infer<typeof Journal>;

export const causeKinds = ['payment', 'subscription', 'adjustment', 'withdrawal', 'user'] as const;

export const JournalRecord = z
  .object({
    ...Journal.shape,
    causes: z
      .array(
        z.object({
          kind: z.enum(causeKinds).nullable().describe('Null for jobs and providers.'),
          id: z.string().describe('Of the record, or of the job or provider.'),
          words: z.string().describe('What it is: `Approved by ada@example.com`.'),
        }),
      )
      .describe('What led to it, and who.'),
    reversed_by: z.uuid().nullable().describe('The journal that reverses it.'),
    rate: z
      .object({ rate: z.string(), source: z.string(), at: z.iso.datetime() })
      .nullable()
      .describe('Of a journal in two currencies.'),
    seal: z
      .object({
        position: z.string().describe('Its place in the chain of hashes.'),
        hash: z.string().describe('It covers this journal and all before it.'),
        sealed_at: z.iso.datetime().describe('When it was sealed.'),
      })
      .nullable()
      .describe('Null until the next seal, a minute after posting at most.'),
    metadata: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('What was stored with it.'),
  })
  .meta({ id: 'JournalRecord' });
export type JournalRecordWire = z.infer<typeof JournalRecord>;

const ledgerPath = '/apix/admin/ledger/' as const;
const accountQuery = z
  .string()
  .regex(new RegExp(`^(${platformAccounts.join('|')})(:[a-z0-9_]{1,40})?$`), 'Unknown account.')
  .optional();

export const listLedgerJournals = endpoint({
  method: 'GET',
  path: `${ledgerPath}journals/`,
  summary: 'List the journals of the ledger',
  description:
    'Returns journals, newest first. Account, currency and amount are those of one and the same posting.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe(
      'The address or id of a customer, the number of a payment or withdrawal, another reference, the id of a journal, transaction, payment or subscription, or an idempotency key.',
    ),
    type: z.enum(journalTypes).optional().describe('What customers see it as.'),
    account: accountQuery.describe(
      'An account of the platform, such as `revenue`, or with its label `provider_clearing:stripe`.',
    ),
    currency: z.string().max(20).optional().describe('Code of the currency.'),
    min_amount: amountQuery.describe('Of a posting, without its sign.'),
    max_amount: amountQuery.describe('The same as `min_amount` for an exact amount.'),
    created_after: listQuery.created_after,
    created_before: listQuery.created_before,
    format: z
      .enum(['json', 'csv'])
      .optional()
      .describe('`csv` downloads the postings of all matching journals.'),
  }),
  responses: { 200: createPageSchema(Journal) },
  download: bytes('text/csv; charset=utf-8'),
  errors: [commonErrors.invalidPage],
});

export const readLedgerJournal = endpoint({
  method: 'GET',
  path: `${ledgerPath}journals/:id/`,
  summary: 'Retrieve a journal of the ledger',
  description: 'Returns a journal with what led to it, its reversal and its seal.',
  permission: staffOnly('ledger.read'),
  work: 'read',
  params: z.object({ id: z.string() }),
  responses: { 200: JournalRecord },
  errors: [commonErrors.notFound],
});

export const TrialBalance = z
  .object({
    at: z.iso.datetime().describe('The moment, itself included.'),
    results: z
      .array(
        z.object({
          currency: z.string().describe('Code of the currency.'),
          account: z.string().describe('The kind of the ledger accounts.'),
          label: z.string().describe('Tells accounts of one kind apart: the provider.'),
          accounts: z.int().describe('Ledger accounts of this kind that existed.'),
          debit: z.string().describe('The balance if it is below zero, without its sign.'),
          credit: z.string().describe('The balance if it is above zero.'),
        }),
      )
      .describe('By currency and account.'),
    totals: z
      .array(
        z.object({
          currency: z.string().describe('Code of the currency.'),
          debit: z.string().describe('The sum of the debits.'),
          credit: z.string().describe('The sum of the credits.'),
          is_balanced: z.boolean().describe('Whether both sums are equal.'),
        }),
      )
      .describe('By currency: currencies are never summed.'),
  })
  .meta({ id: 'TrialBalance' });
export type TrialBalanceWire = z.infer<typeof TrialBalance>;

export const readTrialBalance = endpoint({
  method: 'GET',
  path: `${ledgerPath}trial-balance/`,
  summary: 'Retrieve the trial balance of a moment',
  description:
    'Returns the balance of each kind of account in each currency at a moment, computed from all postings until then.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({
    at: dateTime.optional().describe('Default: now. A date is its midnight, UTC.'),
    format: z.enum(['json', 'csv']).optional().describe('`csv` downloads the balances.'),
  }),
  responses: { 200: TrialBalance },
  download: bytes('text/csv; charset=utf-8'),
});
