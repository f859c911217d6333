// Inputs of a calculation: the dictionary of facts as schemas.
import { z } from 'zod';
import { whenValid } from '#lib/when-valid.ts';
import { country } from '../facts/countries.ts';
import { aboveZero, atMost, decimal, exchangeRate } from '../facts/decimals.ts';
import type { Fact } from '../facts/fact-types.constants.ts';
import { facts } from '../facts/facts.constants.ts';
import { itemsMax, notesMax, titleMax } from './calculations.constants.ts';

const currency = z
  .string('A valid currency code is required.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'A valid currency code is required.')
  .describe('Three letters, such as `EUR`.');
const day = z.iso.date('Enter a date as YYYY-MM-DD.').describe('As `YYYY-MM-DD`.');

const money = z
  .object({ amount: decimal.describe('Decimal text or a number; not negative.'), currency })
  .meta({ id: 'Money' });

const productionDate = z
  .union([z.string(), z.int()], 'Enter a day as YYYY-MM-DD, a month as YYYY-MM, or a year.')
  .transform(String)
  .refine(
    (text) => /^(19|20)\d\d(-(0[1-9]|1[0-2]))?$/.test(text) || z.iso.date().safeParse(text).success,
    'Enter a day as YYYY-MM-DD, a month as YYYY-MM, or a year.',
  );

const schemas = {
  money,
  decimal,
  integer: decimal.pipe(z.string().regex(/^\d+$/, 'A valid integer is required.')),
  boolean: z.boolean('Must be a valid boolean.'),
  country,
  text: z.string().trim().max(300),
  month: productionDate,
  date: day,
} as const;

/** Contracts write delivery terms in either case. */
const anyCase = z.string().trim().toUpperCase();

function createFactSchema({ name, type, choices, max, isAboveZero }: Fact): z.ZodType {
  if (isAboveZero) return aboveZero;
  if (max !== undefined) return atMost(max);
  if (type !== 'choice') return schemas[type];
  const values = (choices ?? []).map(({ value }) => value);
  const oneOf = z.enum(values as [string, ...string[]]);
  return name === 'incoterm' ? anyCase.pipe(oneOf) : oneOf;
}

const createFactShape = (place: Fact['of'][number]) =>
  Object.fromEntries(
    facts
      .filter(({ of }) => of.includes(place))
      .map((fact) => [
        fact.name,
        createFactSchema(fact)
          .optional()
          .describe(fact.help ?? fact.label),
      ]),
  ) as Record<string, z.ZodOptional<z.ZodType>>;

/** An exchange rate of the caller's own. */
export type OwnRate = { from: string; to: string; rate: string };

const exchangeRates = z
  .array(
    z
      .object({
        from: currency,
        to: currency,
        rate: exchangeRate.describe('Units of `to` for one of `from`; above zero.'),
      })
      .meta({ id: 'OwnExchangeRate' }),
  )
  .max(20)
  .check(({ value, issues }) => {
    const pairs = value.map(({ from, to }) => [from, to].sort().join('/'));
    for (const [at, pair] of pairs.entries())
      if (pairs.indexOf(pair) < at)
        issues.push({
          code: 'custom',
          input: value,
          path: [at, 'to'],
          message: `State one rate for ${pair}.`,
        });
  })
  .describe('Your own rates. They are marked as yours in the result.');

const consignment = {
  destination_country: country,
  regime: z
    .enum(['individual', 'legal_entity', 'courier'])
    .optional()
    .describe('Who imports; it decides the rule set.'),
  calculation_date: day
    .optional()
    .describe('The date of the rules and exchange rates. Defaults to today.'),
  exchange_rates: exchangeRates.optional(),
};

/** Refused by name, because other APIs take a fraction or a percentage here. */
const createBareRates = (messageFor: (name: string) => string) =>
  Object.fromEntries(
    ['duty_rate', 'vat_rate', 'excise_rate'].map((name) => [
      name,
      z.never(messageFor(name)).optional().describe('Always rejected.'),
    ]),
  ) as Record<string, z.ZodOptional<z.ZodType>>;

export const vehicleInput = z
  .object({
    ...createFactShape('vehicle'),
    ...consignment,
    ...createBareRates(() => 'The rules decide the rates for a vehicle.'),
    price: money.describe('What is paid to the seller, as on the invoice.'),
  })
  .meta({ id: 'VehicleInput' });

const item = z
  .object({
    ...createFactShape('item'),
    ...createBareRates((name) => `Use ${name}_percent: 12.5 for 12.5 %.`),
    description: z
      .string()
      .trim()
      .min(1, 'This field may not be blank.')
      .max(300)
      .describe('What the goods are, in a few words.'),
    hs_code: z
      .string()
      .transform((text) => text.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^\d{4,10}$/, 'Enter 4 to 10 digits of the tariff code.'))
      .describe('The tariff code; spaces and points are ignored.'),
    quantity: aboveZero.describe('How many, in `unit`; above zero.'),
    value: decimal.optional().describe('Of the whole line, in the consignment’s `currency`.'),
    unit_price: decimal.optional().describe('In the consignment’s `currency`.'),
  })
  .refine(({ value, unit_price }) => value !== undefined || unit_price !== undefined, {
    path: ['unit_price'],
    error: 'State a unit price or the value of the line.',
    ...whenValid('value', 'unit_price'),
  })
  .meta({ id: 'GoodsItem' });

export const goodsInput = z
  .object({
    ...createFactShape('consignment'),
    ...consignment,
    ...createBareRates((name) => `State ${name}_percent with each of the items: 12.5 for 12.5 %.`),
    currency,
    items: z
      .array(item)
      .min(1, 'Add at least one line.')
      .max(itemsMax, `Ensure there are no more than ${itemsMax} lines.`)
      .describe('The lines of the invoice.'),
  })
  .meta({ id: 'GoodsInput' });

/** Some facts of an import. */
export const toChanges = (input: z.ZodObject) =>
  input.partial().meta({ id: `Partial${input.meta()?.id}` });

/** Facts by their names in the dictionary, and for goods `items`. */
export type CalculationInput = { destination_country: string } & Record<string, unknown>;

const titleAndNotes = {
  title: z.string().trim().max(titleMax).optional().describe('Your name for it.'),
  notes: z.string().trim().max(notesMax).optional().describe('Your notes; nobody else sees them.'),
};
const watched = {
  is_watched: z
    .boolean('Must be a valid boolean.')
    .optional()
    .describe('Tell me when its result changes. Only for a saved calculation.'),
};
export type Watched = { is_watched?: boolean | undefined };
export type TitleAndNotes = { title?: string | undefined; notes?: string | undefined };

/**
 * Facts are validated by their schemas but typed by name alone, so that goods and vehicles have
 * calls of one type.
 */
export const toBody = <T>(schema: z.ZodType) => schema as z.ZodType<T, T>;
export type SavedRun = TitleAndNotes & { from_history: number };

/** The facts, or the `id` of a row of the history. */
export function createSaveBody(input: z.ZodObject) {
  const run = z.object({
    ...titleAndNotes,
    from_history: z.int().positive().describe('The `id` of a row of the history.'),
  });
  const facts = z.object({ ...input.shape, ...titleAndNotes });
  const either = z.union([run, facts]);
  // A failed union names no field, so only the intended schema validates.
  either._zod.run = (payload, context) =>
    (isFromHistory(payload.value) ? run : facts)._zod.run(payload, context);
  return toBody<SavedRun | (CalculationInput & TitleAndNotes)>(either);
}

/** A row of the history is saved as it is: nothing is calculated. */
export const isFromHistory = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'from_history' in body;

export const createReplaceBody = (input: z.ZodObject) =>
  toBody<CalculationInput & TitleAndNotes>(z.object({ ...input.shape, ...titleAndNotes }));

/** Title, notes and `is_watched` leave the result as it is; any fact recalculates it. */
export const createChangeBody = (input: z.ZodObject) =>
  toBody<Record<string, unknown> & TitleAndNotes & Watched>(
    z.object({ ...toChanges(input).shape, ...titleAndNotes, ...watched }),
  );

export const keepsResult = (body: object): boolean =>
  Object.keys(body).every((name) => name in titleAndNotes || name in watched);

/** Usual bodies for the documents. */
export const exampleInputs = {
  goods: {
    destination_country: 'DE',
    currency: 'USD',
    items: [
      {
        description: 'Cotton T-shirts',
        hs_code: '61091000',
        origin_country: 'CN',
        quantity: 200,
        unit_price: '6.00',
      },
    ],
  },
  vehicle: {
    destination_country: 'DE',
    price: { amount: '25000.00', currency: 'EUR' },
    origin_country: 'JP',
    vehicle_category: 'car',
    powertrain: 'petrol',
    engine_capacity_cc: 1998,
    production_date: '2023-06',
  },
};
export const exampleTitles = { goods: 'Shirts from China', vehicle: 'A car from Japan' };
