// The journals of the ledger, for staff.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { uuidId } from '#lib/wire/fields.ts';

const decimal = z.string().describe('Decimal text; above zero credits the account.');

export const Journal = z
  .object({
    id: uuidId,
    type: z.string().describe('`deposit`, `charge`, `refund` and so on.'),
    user: z
      .object({ id: z.int(), email: z.string().describe('Empty once the account was erased.') })
      .nullable()
      .describe('The customer whose wallets it changes.'),
    description: z.string(),
    reference: z.string().nullable(),
    actor: z.string().describe('Who posted it: `account:7`, `staff:3`, `job:billing.renew`.'),
    payment: z.uuid().nullable(),
    subscription: z.uuid().nullable(),
    reversal_of: z.uuid().nullable().describe('The journal that it reverses.'),
    idempotency_key: z.string(),
    effective_at: z.iso.datetime(),
    created_at: z.iso.datetime(),
    postings: z.array(
      z.object({
        account: z.string().describe('The kind of the ledger account.'),
        label: z.string().describe('Tells accounts of one kind apart: the provider.'),
        currency: z.string(),
        amount: decimal,
        balance_after: decimal.nullable().describe('Of wallets.'),
      }),
    ),
  })
  .meta({ id: 'Journal' });
export type JournalWire = z.infer<typeof Journal>;

export const listLedgerJournals = endpoint({
  method: 'GET',
  path: '/apix/admin/ledger/journals/',
  summary: 'List the journals of the ledger',
  description:
    'Returns movements of money with their postings, found by the id of a journal, an account, its address or a payment.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    search: listQuery.search.describe(
      'The address or id of a customer, the number of a payment, the id of a journal, transaction, payment or subscription, or an idempotency key.',
    ),
  }),
  responses: { 200: pageOf(Journal) },
  errors: [commonErrors.invalidPage],
});
