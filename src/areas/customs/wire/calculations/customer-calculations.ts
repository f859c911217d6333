// A customer's calculations, for support.
import { z } from 'zod';
import { accountId } from '#lib/account-id.ts';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { staffOnly } from '#lib/staff-permissions.ts';
import { byId } from '#lib/wire/fields.ts';
import { Calculation, HistoryRow, kinds } from './calculation-results.ts';

export const StaffCalculationRow = HistoryRow.extend({ kind: z.enum(kinds) }).meta({
  id: 'StaffCalculationRow',
});
export type StaffCalculationRowWire = z.infer<typeof StaffCalculationRow>;

const path = '/apix/admin/calculations/' as const;
const permission = staffOnly('calculations.read');

export const listCustomerCalculations = endpoint({
  method: 'GET',
  path,
  summary: 'List the calculations of an account',
  description:
    'Returns the calculations of one account, to help with a question about them. Notes are left out.',
  permission,
  work: 'replica',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
    user: accountId,
    kind: z.enum(kinds).optional(),
  }),
  responses: { 200: createPageSchema(StaffCalculationRow) },
  errors: [commonErrors.invalidPage],
});

export const readCustomerCalculation = endpoint({
  method: 'GET',
  path: `${path}:id/`,
  summary: 'Retrieve a calculation of a customer, without notes',
  description:
    'Returns a calculation as the customer sees it, but without the notes. Nothing is calculated again.',
  permission,
  work: 'replica',
  params: byId,
  responses: { 200: Calculation },
  errors: [commonErrors.notFound],
});
