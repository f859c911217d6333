// Links that show a calculation to anyone who has them.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { byId } from '#lib/wire/fields.ts';
import { Calculation } from './calculation-results.ts';
import { type ImportKind, importGroups, importNames } from './calculations.constants.ts';
import { calculationLimitReached, calculationsPath } from './calculations.ts';

const createShareCall = (kind: ImportKind) =>
  endpoint({
    method: 'POST',
    path: `${calculationsPath(kind)}:id/share/`,
    group: importGroups[kind],
    summary: `Create a share link of a calculation for ${importNames[kind]}`,
    description: `Makes a link that shows the calculation for ${importNames[kind]} to anyone who has it, without notes. A calculation that is shared already keeps its link.`,
    permission: 'user',
    work: 'write',
    params: byId,
    responses: { 200: Calculation },
    errors: [commonErrors.notFound, calculationLimitReached],
  });

const createUnshareCall = (kind: ImportKind) =>
  endpoint({
    method: 'DELETE',
    path: `${calculationsPath(kind)}:id/share/`,
    group: importGroups[kind],
    summary: `Revoke the share link of a calculation for ${importNames[kind]}`,
    description: `Ends the link of a calculation for ${importNames[kind]} at once. Sharing it again makes another link.`,
    permission: 'user',
    work: 'write',
    params: byId,
    responses: { 204: null },
    errors: [commonErrors.notFound],
  });

export const shareGoods = createShareCall('goods');
export const unshareGoods = createUnshareCall('goods');
export const shareVehicle = createShareCall('vehicle');
export const unshareVehicle = createUnshareCall('vehicle');

export const readShared = endpoint({
  method: 'GET',
  path: '/apix/data_customs/shared/:token/',
  testMode: 'by-token',
  group: 'Without an account',
  tool: { toolset: 'customs', order: 10 },
  summary: 'Retrieve a shared calculation',
  description:
    'Returns a calculation to anyone who has its link, without notes. A revoked link is not found.',
  permission: 'public',
  work: 'replica',
  params: z.object({ token: z.string().describe('The last part of the link.') }),
  responses: { 200: Calculation },
  errors: [commonErrors.notFound],
});
