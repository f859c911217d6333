// What people state to have duties calculated: the dictionary of facts as schemas.
import { z } from 'zod';
import { type Fact, facts } from './facts.ts';

export const itemsMax = 100;
export const titleMax = 200;
export const notesMax = 5000;

/** Plain decimals only, so that nothing is rounded on its way in. */
export const decimalText = z
  .string()
  .trim()
  .regex(/^\d{1,15}(\.\d{1,8})?$/, 'A valid number of zero or more is required.');
const decimal = z
  .union([z.string(), z.number()], 'A valid number is required.')
  .transform(String)
  .pipe(decimalText);
const currency = z
  .string('A valid currency code is required.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/, 'A valid currency code is required.');
const country = z
  .string('A valid country code is required.')
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

const notMoreThan = (max: number) =>
  decimal.pipe(z.string().refine((text) => Number(text) <= max, `Ensure this is at most ${max}.`));

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
      rate: decimal.pipe(z.string().refine((text) => Number(text) > 0, 'A rate is above zero.')),
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

export const vehicleInput = z.object({ ...shapeOf('vehicle'), ...consignment, price: money });

const item = z
  .looseObject({
    ...shapeOf('item'),
    description: z
      .string('This field is required.')
      .trim()
      .min(1, 'This field may not be blank.')
      .max(300),
    hs_code: z
      .string('This field is required.')
      .transform((text) => text.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^\d{4,10}$/, 'Enter 4 to 10 digits of the tariff code.')),
    quantity: decimal,
    value: decimal.optional().describe('Of the whole line, in the consignment’s `currency`.'),
    unit_price: decimal.optional().describe('In the consignment’s `currency`.'),
  })
  .check((context) => {
    const { value, unit_price, ...stated } = context.value;
    if (value === undefined && unit_price === undefined)
      context.issues.push(problem('unit_price', 'State a unit price or the value of the line.'));
    for (const name of ['duty_rate', 'vat_rate', 'excise_rate'])
      if (name in stated)
        context.issues.push(problem(name, `Use ${name}_percent: 12.5 for 12.5 %.`));
  });

const problem = (field: string, message: string) => ({
  code: 'custom' as const,
  input: undefined,
  path: [field],
  message,
});

export const goodsInput = z.object({
  ...shapeOf('consignment'),
  ...consignment,
  currency,
  items: z
    .array(item, 'This field is required.')
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
