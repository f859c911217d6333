// The same import in up to five scenarios.
import { z } from 'zod';
import { bytes, endpoint } from '#lib/endpoint.ts';
import {
  type CalculationInput,
  exampleInputs,
  goodsInput,
  toBody,
  toChanges,
  vehicleInput,
} from './calculation-inputs.ts';
import { Calculation } from './calculation-results.ts';
import {
  type ImportKind,
  importGroups,
  scenariosMax,
  toolOrder,
} from './calculations.constants.ts';
import {
  bodyBytesMax,
  calculationsPath,
  isPreview,
  previewQuery,
  ruleSetNotFound,
} from './calculations.ts';

const Comparison = z
  .object({
    results: z
      .array(
        z.object({
          label: z.string().describe('Your name for it.'),
          calculation: Calculation.nullable().describe(
            'Its result; null if it cannot be calculated.',
          ),
          error: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe('Why this scenario cannot be calculated, as an error of `calculate/`.'),
        }),
      )
      .describe('One for each scenario, in the order of the request.'),
    cheapest: z
      .string()
      .nullable()
      .describe(
        'The label of the one with the least landed cost; null while another one may cost less.',
      ),
  })
  .meta({ id: 'CustomsComparison' });
export type ComparisonWire = z.infer<typeof Comparison>;

export type ScenarioInput = { label: string; changes: Record<string, unknown> };
export type ComparisonInput = { base: CalculationInput; scenarios: ScenarioInput[] };

const createComparisonBody = (input: z.ZodObject) =>
  toBody<ComparisonInput>(
    z.object({
      base: input.describe('The import that the scenarios change.'),
      scenarios: z
        .array(
          z.object({
            label: z
              .string()
              .trim()
              .min(1, 'This field may not be blank.')
              .max(100)
              .describe('Your name for it.'),
            changes: toChanges(input).describe('The facts that differ from the base.'),
          }),
        )
        .min(1, 'Add at least one scenario.')
        .max(scenariosMax, `Compare up to ${scenariosMax} scenarios.`)
        .describe('The variations to compare.'),
    }),
  );

const exampleScenarios = {
  goods: { label: 'To France', changes: { destination_country: 'FR' } },
  vehicle: { label: 'Diesel', changes: { powertrain: 'diesel' } },
};

const createCompareCall = (kind: ImportKind, name: string, input: z.ZodObject) =>
  endpoint({
    method: 'POST',
    path: `${calculationsPath(kind)}compare/`,
    group: importGroups[kind],
    tool: { toolset: 'customs', order: toolOrder[kind] },
    summary: `Compare up to five scenarios for ${name}`,
    description: `Calculates the same import of ${name} in several variations and names the cheapest. It counts as one calculation, and nothing is saved.`,
    permission: { key: 'customs' },
    work: 'none',
    changesNothing: true,
    feature: 'calculations',
    metered: { group: 'customs', metric: 'calculation', isFree: isPreview },
    query: previewQuery.extend({
      format: z.enum(['json', 'pdf']).optional().describe('`pdf` downloads a table to print.'),
    }),
    // A call costs as much as five calculations, and previews do not count for the plan.
    rateLimit: { points: 120, windowSeconds: 60 },
    body: createComparisonBody(input),
    bodyBytesMax,
    example: { base: exampleInputs[kind], scenarios: [exampleScenarios[kind]] },
    responses: { 200: Comparison },
    download: bytes('application/pdf'),
    errors: [ruleSetNotFound],
  });

export const compareGoods = createCompareCall('goods', 'goods', goodsInput);
export const compareVehicles = createCompareCall('vehicle', 'a vehicle', vehicleInput);
