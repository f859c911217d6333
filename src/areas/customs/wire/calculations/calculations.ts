// Calculations of duties: the same calls for goods and for vehicles.
import { z } from 'zod';
import { bytes, commonErrors, declareError, endpoint, type MeteredInput } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, limitReached } from '#lib/wire/fields.ts';
import {
  type CalculationInput,
  createChangeBody,
  createReplaceBody,
  createSaveBody,
  exampleInputs,
  exampleTitles,
  goodsInput,
  isFromHistory,
  keepsResult,
  toBody,
  vehicleInput,
} from './calculation-inputs.ts';
import { Calculation, HistoryRow } from './calculation-results.ts';
import { type ImportKind, importGroups, toolOrder, wireKinds } from './calculations.constants.ts';

export const ruleSetNotFound = declareError(
  'rule_set_not_found',
  422,
  'There are no rules for this destination, kind of import and date yet.',
  { available: z.array(z.string()).describe('What there are rules for.') },
);

export const calculationLimitReached = declareError(
  'calculation_limit_reached',
  400,
  'You have reached the limit of saved calculations. Delete one that you no longer need.',
  { limit: limitReached },
);

export const watchLimitReached = declareError(
  'watch_limit_reached',
  400,
  'You have reached the limit of calculations to watch. Stop watching another one.',
  { limit: limitReached },
);

const permission = { key: 'customs' } as const;
const metered = { group: 'customs', metric: 'calculation' } as const;
const flag = z.enum(['true', 'false', '1', '0'], 'Must be a valid boolean.').optional();
export const previewQuery = z.object({ preview: flag.describe('Neither stored nor counted.') });
export const isPreview = ({ query }: MeteredInput): boolean =>
  query?.preview === 'true' || query?.preview === '1';
const filters = {
  ...listQuery,
  destination_country: z
    .string()
    .max(2)
    .optional()
    .describe('Only those to this country, as two letters.'),
  hs_code: z.string().max(20).optional().describe('For goods: the start of a tariff code.'),
  currency: z.string().max(3).optional().describe('Only those with a result in this currency.'),
};
export const bodyBytesMax = 262_144;
const rates = z
  .enum(['original', 'current'])
  .optional()
  .describe('`original` recalculates with the rules and exchange rates of the first result.');

export const calculationsPath = (kind: ImportKind) =>
  `/apix/data_customs/${wireKinds[kind]}-calculation/` as const;

function createRunCalls(kind: ImportKind, name: string, input: z.ZodObject) {
  return {
    calculate: endpoint({
      method: 'POST',
      path: `${calculationsPath(kind)}calculate/`,
      group: importGroups[kind],
      comesFirst: true,
      tool: { toolset: 'customs', order: toolOrder[kind], isEssential: true },
      summary: `Calculate duties and taxes on ${name}`,
      description: `Returns every line of duty, tax and fee on ${name} with its base, rate and source. What is not known is never zero: the total is then a minimum. It counts as one calculation and is in the history for 90 days; \`preview=true\` is free and not stored.`,
      permission,
      work: 'none',
      changesNothing: true,
      feature: 'calculations',
      metered: { ...metered, isFree: isPreview },
      query: previewQuery,
      body: toBody<CalculationInput>(input),
      bodyBytesMax,
      example: exampleInputs[kind],
      responses: { 200: Calculation },
      errors: [ruleSetNotFound],
    }),
    save: endpoint({
      method: 'POST',
      path: calculationsPath(kind),
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 8 },
      summary: `Create a calculation for ${name}`,
      description: `Calculates ${name} and saves the result with a title and notes. With \`from_history\` an earlier result is saved as it is, which is free.`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered: { ...metered, isFree: ({ body }) => isFromHistory(body) },
      body: createSaveBody(input),
      bodyBytesMax,
      example: { title: exampleTitles[kind], ...exampleInputs[kind] },
      responses: { 201: Calculation },
      errors: [ruleSetNotFound, commonErrors.notFound, calculationLimitReached],
    }),
  };
}

function createWriteCalls(kind: ImportKind, name: string, input: z.ZodObject) {
  const onePath = `${calculationsPath(kind)}:id/` as const;
  return {
    put: endpoint({
      method: 'PUT',
      path: onePath,
      group: importGroups[kind],
      tool: { none: 'It replaces a whole object; the tool changes what is given.' },
      summary: `Replace the facts of a calculation for ${name}`,
      description: `Calculates the saved result for ${name} again with other facts and today's rules, and tells what changed. \`rates=original\` keeps the rules and rates of the first result.`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered,
      params: byId,
      query: z.object({ rates }),
      body: createReplaceBody(input),
      bodyBytesMax,
      example: exampleInputs[kind],
      responses: { 200: Calculation },
      errors: [commonErrors.notFound, ruleSetNotFound],
    }),
    patch: endpoint({
      method: 'PATCH',
      path: onePath,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 8 },
      summary: `Update a calculation for ${name}`,
      description: `Changes title, notes or watching of a calculation for ${name}, which is free, or single facts, which calculates again and counts.`,
      permission,
      work: 'none',
      feature: 'calculations',
      metered: { ...metered, isFree: ({ body = {} }) => keepsResult(body) },
      params: byId,
      query: z.object({ rates }),
      body: createChangeBody(input),
      bodyBytesMax,
      example: { title: exampleTitles[kind] },
      responses: { 200: Calculation },
      errors: [commonErrors.notFound, ruleSetNotFound, watchLimitReached],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: onePath,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 8 },
      summary: `Delete a calculation for ${name}`,
      description: `Deletes a calculation for ${name}, saved or of the history. Its link and its PDF stop working.`,
      permission,
      work: 'write',
      params: byId,
      responses: { 204: null },
      errors: [commonErrors.notFound],
    }),
  };
}

function createReadCalls(kind: ImportKind, name: string) {
  const folder = calculationsPath(kind);
  return {
    list: endpoint({
      method: 'GET',
      path: folder,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 7 },
      summary: `List saved calculations for ${name}`,
      description: `Returns the calculations for ${name} that you saved, newest first. A stored result never changes when rules do.`,
      permission,
      work: 'replica',
      query: z.object(filters),
      responses: { 200: createPageSchema(Calculation) },
      errors: [commonErrors.invalidPage],
    }),
    history: endpoint({
      method: 'GET',
      path: `${folder}history/`,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 8 },
      summary: `List all calculations for ${name} of the last 90 days`,
      description: `Returns short rows of all calculations for ${name}, saved or not, newest first. Of unsaved ones the last 500 are kept.`,
      permission,
      work: 'replica',
      query: z.object(filters),
      responses: { 200: createPageSchema(HistoryRow) },
      errors: [commonErrors.invalidPage],
    }),
    read: endpoint({
      method: 'GET',
      path: `${folder}:id/`,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 7 },
      summary: `Retrieve a calculation for ${name}`,
      description: `Returns a stored calculation for ${name} with all lines, as it was calculated. \`format=csv\` downloads the lines.`,
      permission,
      work: 'read',
      staffAlso: 'calculations.read',
      params: byId,
      query: z.object({
        format: z.enum(['json', 'csv']).optional().describe('`csv` returns the lines as a file.'),
      }),
      responses: { 200: Calculation },
      download: bytes('text/csv; charset=utf-8'),
      errors: [commonErrors.notFound],
    }),
    pdf: endpoint({
      method: 'GET',
      path: `/apix/data_customs/pdf/${wireKinds[kind]}/:id/`,
      group: importGroups[kind],
      tool: { toolset: 'customs', order: toolOrder[kind] + 7 },
      summary: `Download a calculation for ${name} as PDF`,
      description: `Returns the stored result for ${name} as a document; nothing is calculated again. \`pdf_url\` of a calculation opens it without credentials for five minutes.`,
      permission,
      work: 'none',
      signedLink: true,
      staffAlso: 'calculations.read',
      params: byId,
      query: z.object({
        expires: z.string().max(20).optional().describe('Of the signed address.'),
        signature: z.string().max(100).optional().describe('Of the signed address.'),
      }),
      responses: { 200: bytes('application/pdf'), 304: null },
      errors: [commonErrors.notFound],
    }),
  };
}

/** The calls of one kind. Both kinds have the same type. */
const createCalls = (kind: ImportKind, name: string, input: z.ZodObject) => ({
  ...createRunCalls(kind, name, input),
  ...createWriteCalls(kind, name, input),
  ...createReadCalls(kind, name),
});

export const goodsCalls = createCalls('goods', 'goods', goodsInput);
export const vehicleCalls = createCalls('vehicle', 'a vehicle', vehicleInput);

export const {
  calculate: calculateGoods,
  save: saveGoods,
  list: listGoods,
  history: listGoodsHistory,
  read: readGoods,
  put: putGoods,
  patch: patchGoods,
  remove: deleteGoods,
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
  pdf: readVehiclePdf,
} = vehicleCalls;

export const calculateDemo = endpoint({
  method: 'POST',
  path: '/apix/data_customs/demo/calculate/',
  group: 'Without an account',
  comesFirst: true,
  tool: { none: 'It is for visitors without an account, who have another call.' },
  summary: 'Calculate for a vehicle without an account',
  description:
    'Calculates like the call for accounts, ten times an hour from an address. Nothing is stored or counted.',
  permission: 'public',
  work: 'none',
  feature: 'calculations',
  rateLimit: { points: 10, windowSeconds: 3600 },
  body: vehicleCalls.calculate.body,
  example: exampleInputs.vehicle,
  responses: { 200: Calculation },
  errors: [ruleSetNotFound],
});
