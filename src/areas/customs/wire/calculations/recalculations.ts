// What newer rules or exchange rates changed in a watched calculation.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, numberId } from '#lib/wire/fields.ts';
import {
  calculationStatuses,
  type ImportKind,
  importGroups,
  importNames,
  toolOrder,
} from './calculations.constants.ts';
import { calculationsPath } from './calculations.ts';

const status = z
  .enum([...calculationStatuses, 'unavailable'])
  .describe('`unavailable`: there are no rules for it, or they refuse its facts.');
const total = z.string().nullable().describe('Null while unavailable.');

export const Recalculation = z
  .object({
    id: numberId,
    status_before: status,
    status_after: status,
    total_before: total,
    total_after: total,
    currency_before: z.string().nullable().describe('Three letters.'),
    currency_after: z.string().nullable().describe('Three letters.'),
    reason: z.string().describe('What changed, in words.'),
    is_current: z.boolean().describe('The stored result was not replaced since.'),
    created_at: z.iso.datetime().describe('When it was found.'),
  })
  .meta({ id: 'CustomsRecalculation' });
export type RecalculationWire = z.infer<typeof Recalculation>;

const createListCall = (kind: ImportKind) =>
  endpoint({
    method: 'GET',
    path: `${calculationsPath(kind)}:id/recalculations/`,
    group: importGroups[kind],
    tool: { toolset: 'customs', order: toolOrder[kind] + 8 },
    summary: `List what changed in a watched calculation for ${importNames[kind]}`,
    description: `Returns how newer rules and rates would change a watched calculation for ${importNames[kind]}, newest first. The stored result stays until you recalculate it.`,
    permission: { key: 'customs' },
    work: 'read',
    params: byId,
    query: z.object(listQuery),
    responses: { 200: createPageSchema(Recalculation) },
    errors: [commonErrors.notFound, commonErrors.invalidPage],
  });

export const listGoodsRecalculations = createListCall('goods');
export const listVehicleRecalculations = createListCall('vehicle');
