// What people state to have duties calculated: the dictionary of facts as schemas.
import { z } from 'zod';
import { aboveZero, decimal, notMoreThan, orMissing } from './decimal-text.ts';
import { type Fact, facts } from './facts.ts';

export const itemsMax = 100;
export const titleMax = 200;
export const notesMax = 5000;

const currency = z
  .string(orMissing('A valid currency code is required.'))
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'A valid currency code is required.');
const country = z
  .string(orMissing('A valid country code is required.'))
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.');
const day = z.iso.date('Enter a date as YYYY-MM-DD.');

const money = z.object({ amount: decimal, currency });

const schemas = {
  money,
  decimal,
  integer: decimal.pipe(z.string().regex(/^\d+$/, 'A valid integer is required.')),
  boolean: z.boolean('Must be a valid boolean.'),
  country,
  text: z.string().trim().max(300),
  month: z
    .string()
    .regex(/^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/, 'Enter a month as YYYY-MM, or a year.'),
  date: day,
} as const;

function schemaOf({ type, choices, max }: Fact): z.ZodType {
  if (max !== undefined) return notMoreThan(max);
  if (type !== 'choice') return schemas[type];
  const values = (choices ?? []).map(({ value }) => value);
  return z.enum(values as [string, ...string[]]);
}

const shapeOf = (place: Fact['of'][number]) =>
  Object.fromEntries(
    facts
      .filter(({ of }) => of.includes(place))
      .map((fact) => [
        fact.name,
        schemaOf(fact)
          .optional()
          .describe(fact.help ?? fact.label),
      ]),
  ) as Record<string, z.ZodOptional<z.ZodType>>;

const exchangeRates = z
  .array(
    z.object({
      from: currency,
      to: currency,
      rate: aboveZero,
    }),
  )
  .max(20)
  .describe('Your own rates; they are shown as yours.');

const consignment = {
  destination_country: country,
  regime: z.enum(['individual', 'legal_entity', 'courier']).optional(),
  calculation_date: day.optional().describe('Whose rules and rates hold; today if absent.'),
  exchange_rates: exchangeRates.optional(),
};

/** What a caller of other APIs may expect to be a fraction, or a percentage: it is neither. */
const bareRates = (words: (name: string) => string) =>
  Object.fromEntries(
    ['duty_rate', 'vat_rate', 'excise_rate'].map((name) => [
      name,
      z.never(words(name)).optional().describe('Always refused.'),
    ]),
  ) as Record<string, z.ZodOptional<z.ZodType>>;

export const vehicleInput = z.object({
  ...shapeOf('vehicle'),
  ...consignment,
  ...bareRates(() => 'The rules decide the rates for a vehicle.'),
  price: money,
});

const item = z
  .object({
    ...shapeOf('item'),
    ...bareRates((name) => `Use ${name}_percent: 12.5 for 12.5 %.`),
    description: z.string().trim().min(1, 'This field may not be blank.').max(300),
    hs_code: z
      .string()
      .transform((text) => text.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^\d{4,10}$/, 'Enter 4 to 10 digits of the tariff code.')),
    quantity: aboveZero,
    value: decimal.optional().describe('Of the whole line, in the consignment’s `currency`.'),
    unit_price: decimal.optional().describe('In the consignment’s `currency`.'),
  })
  .refine(({ value, unit_price }) => value !== undefined || unit_price !== undefined, {
    path: ['unit_price'],
    error: 'State a unit price or the value of the line.',
  });

export const goodsInput = z.object({
  ...shapeOf('consignment'),
  ...consignment,
  ...bareRates((name) => `State ${name}_percent with each of the items: 12.5 for 12.5 %.`),
  currency,
  items: z
    .array(item)
    .min(1, 'Add at least one line.')
    .max(itemsMax, `Ensure there are no more than ${itemsMax} lines.`),
});

export type StatedInput = { destination_country: string } & Record<string, unknown>;

const words = {
  title: z.string().trim().max(titleMax).optional(),
  notes: z.string().trim().max(notesMax).optional(),
};

/** A calculation to keep: the facts, or the `id` of a row of the history. */
export function saveBodyOf<T extends z.ZodObject>(input: T) {
  const run = z.object({ ...words, from_history: z.int().positive() });
  const facts = z.object({ ...input.shape, ...words });
  const either = z.union([run, facts]);
  // A union that refuses names no field, so the one that is meant answers alone.
  either._zod.run = (payload, context) =>
    (isOfHistory(payload.value) ? run : facts)._zod.run(payload, context);
  return either;
}

/** A row of the history is kept as it is: nothing is calculated. */
export const isOfHistory = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'from_history' in body;

/** Words alone leave the result as it is; any fact calculates anew. */
export const changeBodyOf = <T extends z.ZodObject>(input: T) =>
  z.object({ ...input.partial().shape, ...words });

export const isWordsAlone = (body: object): boolean =>
  Object.keys(body).every((name) => name in words);

export const scenariosMax = 5;
export const compareBodyOf = <T extends z.ZodObject>(input: T) =>
  z.object({
    base: input,
    scenarios: z
      .array(
        z.object({
          label: z.string().trim().min(1, 'This field may not be blank.').max(100),
          changes: input.partial(),
        }),
      )
      .min(1, 'Add at least one scenario.')
      .max(scenariosMax, `Compare up to ${scenariosMax} scenarios.`),
  });
