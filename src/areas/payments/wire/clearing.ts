// What providers keep, convert and pay out, by day, and how it compares with their balances.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { money, uuidId } from '#lib/wire/fields.ts';
import {
  bankStates,
  clearingProviders,
  movementKinds,
  statementBytesMax,
} from './clearing.constants.ts';
import { explainItemBody } from './clearing.form.ts';

const path = '/apix/admin/clearing/' as const;
const pages = { page: listQuery.page, page_size: listQuery.page_size, limit: listQuery.limit };
const provider = z.enum(clearingProviders);
const place = {
  provider: provider.describe('Who keeps the money.'),
  is_test: z.boolean().describe('Of the provider’s test mode, whose balance is another one.'),
  currency: z.string().describe('Of the balance.'),
};
const filter = {
  provider: provider.optional(),
  currency: z.string().max(20).optional(),
};
const format = z.enum(['json', 'csv']).optional().describe('`csv` downloads all matching rows.');
const csv = bytes('text/csv; charset=utf-8');

export const ClearingDay = z
  .object({
    day: z.iso.date().describe('In UTC.'),
    ...place,
    opening: money.describe('What the provider had for us at the beginning of the day.'),
    charges: money.describe('What customers paid, before fees.'),
    refunds: money.describe('Below zero: what went back to customers, and what came back of it.'),
    disputes: money.describe('Withdrawn by disputes, and reinstated.'),
    fees: money.describe('Below zero: what the provider kept.'),
    converted: money.describe(
      'How much of charges, refunds and disputes came from other currencies.',
    ),
    payouts: money.describe('Below zero: sent to the bank, less what came back.'),
    reserves: money.describe('Held back by the provider, and released.'),
    other: money.describe('Everything else, such as adjustments and an opening balance.'),
    closing: money.describe('Opening and all of the above but `converted`.'),
    check: z
      .object({
        checked_at: z.iso.datetime().describe('The last comparison of the day.'),
        available: money.describe('As the provider says.'),
        pending: money.describe('As the provider says: not available yet.'),
        booked: money.describe('In our books at that moment.'),
        difference: money.describe('Available and pending, less what is booked.'),
        open: money.describe('On our clearing account: seen by one side only.'),
        unexplained: money.describe('Zero unless somebody has to look.'),
      })
      .nullable()
      .describe('Null if nothing was compared on this day.'),
  })
  .meta({ id: 'ClearingDay' });
export type ClearingDayWire = z.infer<typeof ClearingDay>;

export const ProviderMovement = z
  .object({
    id: uuidId,
    ...place,
    provider_id: z.string().describe('Its id at the provider.'),
    category: z.enum(movementKinds).describe('What it is for the books.'),
    type: z.string().describe('The provider’s own word.'),
    amount: money.describe('Before the fee; below zero for what left.'),
    fee: money.describe('What the provider kept, in `fee_currency`.'),
    fee_currency: z.string().describe('Of the fee.'),
    net: money.describe('What the balance changed by.'),
    source_amount: money.nullable().describe('In the currency of the payment, if converted.'),
    source_currency: z.string().nullable().describe('The currency of the payment, if converted.'),
    subject: z.string().nullable().describe('What it is about at the provider.'),
    payment: z.uuid().nullable().describe('The payment that it is about.'),
    payment_number: z.string().nullable().describe('The number of that payment.'),
    journal: z.uuid().nullable().describe('Null if nothing was posted.'),
    description: z.string().describe('The provider’s text.'),
    occurred_at: z.iso.datetime().describe('At the provider.'),
    arrives_on: z.iso.date().nullable().describe('Of a payout.'),
    bank: z.enum(bankStates).nullable().describe('Of a payout: whether the bank has it.'),
  })
  .meta({ id: 'ProviderMovement' });
export type ProviderMovementWire = z.infer<typeof ProviderMovement>;

export const ClearingItem = z
  .object({
    id: uuidId,
    provider: provider.describe('Who keeps the money.'),
    amount: money.describe('Above zero: only the provider saw it arrive, or only we saw it leave.'),
    currency: z.string().describe('Of the amount.'),
    since: z.iso.datetime().describe('When it last changed.'),
    state: z
      .enum(['waiting', 'unexplained', 'explained'])
      .describe('`waiting` is a delay of up to three days, `explained` has a note.'),
    payment: z.uuid().nullable().describe('The payment that it is about.'),
    payment_number: z.string().nullable().describe('The number of that payment.'),
    movement: z.string().nullable().describe('The provider’s id of a movement without a payment.'),
    type: z.string().nullable().describe('The provider’s word for that movement.'),
    note: z.string().nullable().describe('Why it is right as it is.'),
  })
  .meta({ id: 'ClearingItem' });
export type ClearingItemWire = z.infer<typeof ClearingItem>;

export const BankLine = z
  .object({
    id: uuidId,
    booked_on: z.iso.date().describe('By the bank.'),
    amount: money.describe('Below zero for what left the bank.'),
    currency: z.string().describe('Of the amount.'),
    reference: z.string().describe('The bank’s text.'),
    payout: z.string().nullable().describe('The provider’s id of the payout that it is.'),
  })
  .meta({ id: 'BankLine' });
export type BankLineWire = z.infer<typeof BankLine>;

export const listClearingDays = endpoint({
  method: 'GET',
  path: `${path}days/`,
  summary: 'List what providers had for us, day by day',
  description:
    'Returns a row for each day, provider and currency, the newest first: opening, charges, refunds, disputes, fees, payouts and closing, and the comparison with the provider’s own balance.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({ ...pages, ...filter, day: z.iso.date().optional(), format }),
  responses: { 200: createPageSchema(ClearingDay) },
  download: csv,
  errors: [commonErrors.invalidPage],
});

export const listProviderMovements = endpoint({
  method: 'GET',
  path: `${path}movements/`,
  summary: 'List the movements of providers’ balances',
  description: 'Returns movements, the newest first, with their journals and payments.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({
    ...pages,
    ...filter,
    day: z.iso.date().optional().describe('In UTC.'),
    category: z.enum(movementKinds).optional(),
    bank: z.enum(bankStates).optional().describe('Of payouts.'),
    format,
  }),
  responses: { 200: createPageSchema(ProviderMovement) },
  download: csv,
  errors: [commonErrors.invalidPage],
});

export const listClearingItems = endpoint({
  method: 'GET',
  path: `${path}items/`,
  summary: 'List what only one side has seen',
  description:
    'Returns the payments on which our books and a provider differ, and movements that lead to no payment or are of an unknown kind, the oldest first.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({ ...pages, ...filter }),
  responses: { 200: createPageSchema(ClearingItem) },
  errors: [commonErrors.invalidPage],
});

export const explainClearingItem = endpoint({
  method: 'POST',
  path: `${path}items/:id/explain/`,
  summary: 'Explain why the books and a provider differ',
  description:
    'Records the reason of a difference, which is no longer unexplained. No money moves. If the amount changes, the reason is forgotten.',
  audited: 'explained a difference of',
  permission: staffOnly('payments.decide'),
  work: 'write',
  params: z.object({ id: z.string() }),
  body: explainItemBody,
  responses: { 200: ClearingItem },
  errors: [commonErrors.notFound],
});

export const listBankLines = endpoint({
  method: 'GET',
  path: `${path}bank-lines/`,
  summary: 'List the lines of uploaded bank statements',
  description: 'Returns lines, the newest first, with the payouts that they are.',
  permission: staffOnly('ledger.read'),
  work: 'replica',
  query: z.object({ ...pages, matched: z.enum(['yes', 'no']).optional() }),
  responses: { 200: createPageSchema(BankLine) },
  errors: [commonErrors.invalidPage],
});

export const statementTooLarge = declareError(
  'statement_too_large',
  413,
  'Upload a statement of up to 5 MB: choose a shorter period.',
);

export const uploadBankStatement = endpoint({
  method: 'POST',
  path: `${path}bank-statements/`,
  summary: 'Upload a bank statement',
  description:
    'Takes a statement as CSV, whose first line names the columns date, amount, currency and reference, or as camt.053 XML. Lines that are known add nothing, so that files may overlap. Payouts of providers are matched by amount, day and reference.',
  audited: 'uploaded a bank statement',
  permission: staffOnly('payments.decide'),
  work: 'write',
  files: { file: { bytesMax: statementBytesMax, tooLarge: statementTooLarge } },
  responses: {
    201: z
      .object({
        lines: z.int().describe('In the file.'),
        added: z.int().describe('That were not known.'),
        matched: z.int().describe('Payouts that were found by this file.'),
      })
      .meta({ id: 'UploadedBankStatement' }),
  },
  errors: [statementTooLarge],
});
