// The forms that a duty takes in tariffs, as data.
import { z } from 'zod';

const decimalText = z.string().regex(/^\d+(\.\d+)?$/);

/** How a tariff line is charged. `per` are the units of `quantityIn` in `duty.ts`. */
export type Duty =
  | { t: 'free' }
  | { t: 'adval'; r: string }
  | { t: 'spec'; a: string; cur: string; per: DutyUnit }
  | { t: 'max' | 'min' | 'sum'; of: Duty[] }
  | { t: 'clamp'; of: Duty; min?: Duty; max?: Duty }
  | DutyBand
  | { t: 'quota'; in: Duty; over: Duty }
  | { t: 'unknown'; why: string; floor?: Duty };

/**
 * By the price of one unit, or with `on` by its customs value. `upto` includes its bound; `below`
 * does not. A last row has neither.
 */
export type DutyBand = {
  t: 'band';
  cur: string;
  per: DutyUnit;
  on?: 'customs_value';
  rows: { upto?: string; below?: string; of: Duty }[];
};

/** `l_alcohol` is a litre of pure alcohol, `proof_l` a litre of half that strength. */
export const dutyUnits = [
  'kg',
  '100kg',
  'gross_kg',
  'l',
  'hl',
  'vol_hl',
  'item',
  'pair',
  'm2',
  'g',
  't',
  '100kg_gross',
  'l_alcohol',
  'proof_l',
  'dozen',
  'dozen_pairs',
  '1000_items',
  'm',
  'm3',
] as const;
export type DutyUnit = (typeof dutyUnits)[number];

const unit = z.enum(dutyUnits);
const bandRow = z.strictObject({
  upto: decimalText.optional(),
  below: decimalText.optional(),
  get of(): z.ZodType<Duty> {
    return dutySchema;
  },
});
export const dutySchema: z.ZodType<Duty> = z.lazy(() =>
  z.discriminatedUnion('t', [
    z.strictObject({ t: z.literal('free') }),
    z.strictObject({ t: z.literal('adval'), r: decimalText }),
    z.strictObject({ t: z.literal('spec'), a: decimalText, cur: z.string().length(3), per: unit }),
    z.strictObject({ t: z.enum(['max', 'min', 'sum']), of: z.array(dutySchema).min(1) }),
    z.strictObject({
      t: z.literal('clamp'),
      of: dutySchema,
      min: dutySchema.optional(),
      max: dutySchema.optional(),
    }),
    z.strictObject({
      t: z.literal('band'),
      cur: z.string().length(3),
      per: unit,
      on: z.literal('customs_value').optional(),
      rows: z.array(bandRow).min(1),
    }),
    z.strictObject({ t: z.literal('quota'), in: dutySchema, over: dutySchema }),
    z.strictObject({ t: z.literal('unknown'), why: z.string(), floor: dutySchema.optional() }),
  ]),
);
