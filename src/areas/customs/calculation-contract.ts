// Calculations of duties: the same calls for goods and for vehicles.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';
import {
  changeBodyOf,
  compareBodyOf,
  goodsInput,
  isOfHistory,
  isWordsAlone,
  saveBodyOf,
  vehicleInput,
} from './calculation-body.ts';
import { Calculation, Comparison, HistoryRow } from './calculation-schema.ts';

export const ruleSetNotFound = declareError(
  'rule_set_not_found',
  422,
  'There are no rules for this destination, kind of import and date yet.',
  { available: z.array(z.string()) },
);

export const calculationLimitReached = declareError(
  'calculation_limit_reached',
  400,
  'This account keeps as many calculations as it may. Delete one that you no longer need.',
  { limit: z.int() },
);

const permission = { key: 'customs' } as const;
const metered = { group: 'customs', metric: 'calculation' } as const;
const params = z.object({ id: z.string() });
const flag = z.enum(['true', 'false', '1', '0'], 'Must be a valid boolean.').optional();
const filters = {
  ...listQuery,
  destination_country: z.string().max(2).optional(),
  hs_code: z.string().max(20).optional().describe('Goods: lines whose code begins so.'),
  currency: z.string().max(3).optional(),
};
const bodyBytesMax = 262_144;
const rates = z
  .enum(['original', 'current'])
  .optional()
  .describe('`original`: the rules and rates of the first time, for the places they hold for.');

type Kind = 'custom' | 'vehicle';
const folderOf = <const K extends Kind>(kind: K) =>
  `/apix/data_customs/${kind}-calculation/` as const;

function runCalls<const K extends Kind, T extends z.ZodObject>(kind: K, things: string, input: T) {
  const folder = folderOf(kind);
  return {
    calculate: endpoint({
      method: 'POST',
      path: `${folder}calculate/`,
      summary: `Calculate duties and taxes on ${things}`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered: {
        ...metered,
        isFree: ({ query }) => query?.preview === 'true' || query?.preview === '1',
      },
      query: z.object({ preview: flag.describe('Neither kept nor counted.') }),
      body: input,
      bodyBytesMax,
      responses: { 200: Calculation },
      errors: [ruleSetNotFound],
    }),
    compare: endpoint({
      method: 'POST',
      path: `${folder}compare/`,
      summary: `Compare up to five scenarios for ${things}`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered,
      body: compareBodyOf(input),
      bodyBytesMax,
      responses: { 200: Comparison },
      errors: [ruleSetNotFound],
    }),
  };
}

function keepCalls<const K extends Kind, T extends z.ZodObject>(kind: K, things: string, input: T) {
  const folder = folderOf(kind);
  const of = `${folder}:id/` as const;
  return {
    save: endpoint({
      method: 'POST',
      path: folder,
      summary: `Calculate for ${things} and keep the result`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered: { ...metered, isFree: ({ body }) => isOfHistory(body) },
      body: saveBodyOf(input),
      bodyBytesMax,
      responses: { 201: Calculation },
      errors: [ruleSetNotFound, commonErrors.notFound, calculationLimitReached],
    }),
    put: endpoint({
      method: 'PUT',
      path: of,
      summary: 'Calculate anew from other facts',
      permission,
      work: 'none',
      feature: 'calculations',
      metered,
      params,
      query: z.object({ rates }),
      body: z.object({
        ...input.shape,
        ...changeBodyOf(input).pick({ title: true, notes: true }).shape,
      }),
      bodyBytesMax,
      responses: { 200: Calculation },
      errors: [commonErrors.notFound, ruleSetNotFound],
    }),
    patch: endpoint({
      method: 'PATCH',
      path: of,
      summary: 'Change title and notes, or single facts, which calculates anew',
      permission,
      work: 'none',
      feature: 'calculations',
      metered: { ...metered, isFree: ({ body = {} }) => isWordsAlone(body) },
      params,
      query: z.object({ rates }),
      body: changeBodyOf(input),
      bodyBytesMax,
      responses: { 200: Calculation },
      errors: [commonErrors.notFound, ruleSetNotFound],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: of,
      summary: 'Delete a calculation',
      permission,
      work: 'write',
      params,
      responses: { 204: null },
      errors: [commonErrors.notFound],
    }),
  };
}

function readCalls<const K extends Kind>(kind: K, things: string) {
  const folder = folderOf(kind);
  const of = `${folder}:id/` as const;
  return {
    list: endpoint({
      method: 'GET',
      path: folder,
      summary: `Kept calculations for ${things}`,
      permission,
      work: 'replica',
      query: z.object(filters),
      responses: { 200: pageOf(Calculation) },
      errors: [commonErrors.invalidPage],
    }),
    history: endpoint({
      method: 'GET',
      path: `${folder}history/`,
      summary: `Everything calculated for ${things} in the last 90 days`,
      permission,
      work: 'replica',
      query: z.object(filters),
      responses: { 200: pageOf(HistoryRow) },
      errors: [commonErrors.invalidPage],
    }),
    read: endpoint({
      method: 'GET',
      path: of,
      summary: 'One calculation',
      permission,
      work: 'read',
      staffAlso: ['support'],
      params,
      query: z.object({
        format: z.enum(['json', 'csv']).optional().describe('`csv` gives its lines as a file.'),
      }),
      responses: { 200: Calculation },
      download: bytes('text/csv; charset=utf-8'),
      errors: [commonErrors.notFound],
    }),
    pdf: endpoint({
      method: 'GET',
      path: `/apix/data_customs/pdf/${kind}/:id/`,
      summary: 'The calculation as PDF, as it was kept; its `pdf_url` opens without signing in',
      permission,
      work: 'none',
      signedLink: true,
      staffAlso: ['support'],
      params,
      query: z.object({
        expires: z.string().max(20).optional(),
        signature: z.string().max(100).optional(),
      }),
      responses: { 200: bytes('application/pdf'), 304: null },
      errors: [commonErrors.notFound],
    }),
  };
}

function shareCalls<const K extends Kind>(kind: K) {
  const folder = folderOf(kind);
  const of = `${folder}:id/` as const;
  return {
    share: endpoint({
      method: 'POST',
      path: `${of}share/`,
      summary: 'Make a link that shows this calculation to anybody',
      permission: 'user',
      work: 'write',
      params,
      responses: { 200: Calculation },
      errors: [commonErrors.notFound, calculationLimitReached],
    }),
    unshare: endpoint({
      method: 'DELETE',
      path: `${of}share/`,
      summary: 'Withdraw the link',
      permission: 'user',
      work: 'write',
      params,
      responses: { 204: null },
      errors: [commonErrors.notFound],
    }),
  };
}

const callsOf = <const K extends Kind, T extends z.ZodObject>(
  kind: K,
  things: string,
  input: T,
) => ({
  ...runCalls(kind, things, input),
  ...keepCalls(kind, things, input),
  ...readCalls(kind, things),
  ...shareCalls(kind),
});

export const goodsCalls = callsOf('custom', 'goods', goodsInput);
export const vehicleCalls = callsOf('vehicle', 'a vehicle', vehicleInput);

export const {
  calculate: calculateGoods,
  save: saveGoods,
  list: listGoods,
  history: listGoodsHistory,
  read: readGoods,
  put: putGoods,
  patch: patchGoods,
  remove: deleteGoods,
  compare: compareGoods,
  share: shareGoods,
  unshare: unshareGoods,
  pdf: readGoodsPdf,
} = goodsCalls;

export const {
  calculate: calculateVehicle,
  save: saveVehicle,
  list: listVehicles,
  history: listVehicleHistory,
  read: readVehicle,
  put: putVehicle,
  patch: patchVehicle,
  remove: deleteVehicle,
  compare: compareVehicles,
  share: shareVehicle,
  unshare: unshareVehicle,
  pdf: readVehiclePdf,
} = vehicleCalls;

export const readShared = endpoint({
  method: 'GET',
  path: '/apix/data_customs/shared/:token/',
  summary: 'A calculation that its owner shares by a link',
  permission: 'public',
  work: 'replica',
  params: z.object({ token: z.string() }),
  responses: { 200: Calculation },
  errors: [commonErrors.notFound],
});

export const calculateDemo = endpoint({
  method: 'POST',
  path: '/apix/data_customs/demo/calculate/',
  summary: 'Calculate for a vehicle without an account; nothing is kept',
  permission: 'public',
  work: 'none',
  feature: 'calculations',
  rateLimit: { points: 10, windowSeconds: 3600 },
  body: vehicleInput,
  responses: { 200: Calculation },
  errors: [ruleSetNotFound],
});
