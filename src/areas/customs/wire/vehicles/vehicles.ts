// What a vehicle identification number tells about a vehicle, and what public data sets say of
// makes and models.
import { z } from 'zod';
import { commonErrors, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';

export const DecodedVin = z
  .object({
    vin: z.string().describe('As it was read.'),
    country_of_manufacture: z
      .string()
      .nullable()
      .describe('Of the manufacturer’s identifier. The papers of the vehicle decide.'),
    manufacturer: z.string().nullable().describe('By the first three characters.'),
    model_years: z
      .array(z.int())
      .nullable()
      .describe('The same letter returns after 30 years. Null if it states none.'),
    model_year_is_standard: z
      .boolean()
      .describe('North America and China prescribe it; other makers may use it for other things.'),
    check_digit: z
      .object({
        applies: z.boolean().describe('North America and China prescribe it.'),
        is_valid: z.boolean().nullable().describe('Null where it is not prescribed.'),
      })
      .describe('The ninth character, which checks the others.'),
  })
  .meta({ id: 'CustomsVin' });
export type DecodedVinWire = z.infer<typeof DecodedVin>;

export const decodeVin = endpoint({
  method: 'GET',
  path: '/apix/data_customs/vin/:vin/',
  group: 'Vehicles',
  tool: { toolset: 'customs', order: 2 },
  summary: 'Decode a vehicle identification number',
  description:
    'Reads country, maker and possible model years from the 17 characters. It looks up no register.',
  permission: { key: 'customs' },
  work: 'none',
  metered: { group: 'customs' },
  params: z.object({
    vin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'A VIN has 17 letters and digits, without I, O and Q.')
      .describe('The 17 characters, without I, O and Q.'),
  }),
  responses: { 200: DecodedVin },
});

/** Null is what the data set does not say. Decimals are text. */
const VehicleModel = z
  .object({
    source: z.string().describe('Of the data sets under `loaded`.'),
    make: z.string().describe('As published.'),
    model: z.string().describe('As published.'),
    year: z.int().describe('The model year, or that of the registration: as the source counts.'),
    powertrain: z
      .enum(['petrol', 'diesel', 'hybrid', 'plugin_hybrid', 'electric', 'hydrogen'])
      .nullable()
      .describe('What drives it; null if not stated.'),
    engine_capacity_cc: z.int().nullable().describe('Cubic centimetres; null if not stated.'),
    engine_capacity_is_rounded: z
      .boolean()
      .describe('The source states litres with one decimal. The papers have the exact number.'),
    power_kw: z.string().nullable().describe('Kilowatts as decimal text; null if not stated.'),
    battery_kwh: z
      .string()
      .nullable()
      .describe('Kilowatt hours as decimal text; null if not stated.'),
    co2_g_km: z
      .string()
      .nullable()
      .describe('Grams a kilometre as decimal text; null if not stated.'),
    mpg: z.string().nullable().describe('Combined, US gallons.'),
    fuel_l_100km: z
      .string()
      .nullable()
      .describe('Litres for 100 km as decimal text; null if not stated.'),
    test_cycle: z
      .enum(['epa', 'wltp', 'nedc'])
      .nullable()
      .describe('How CO2 and fuel use were measured. Results of different cycles differ.'),
    mass_kg: z.int().nullable().describe('In running order.'),
    body_class: z.string().nullable().describe('As published.'),
  })
  .meta({ id: 'CustomsVehicleModel' });
export type VehicleModelWire = z.infer<typeof VehicleModel>;

const VehicleDataset = z.object({
  source: z.string().describe('A stable name of the data set.'),
  title: z.string().describe('For people.'),
  publisher: z.string().describe('Who published it.'),
  licence: z.string().describe('The terms of its use.'),
  url: z.string().describe('Where it is published.'),
  file_date: z.iso.date().describe('The day of the file that was imported.'),
  models: z.int().describe('How many models it has.'),
});
export type VehicleDatasetWire = z.infer<typeof VehicleDataset>;

export const searchVehicleModels = endpoint({
  method: 'GET',
  path: '/apix/data_customs/vehicle-models/',
  group: 'Vehicles',
  tool: { toolset: 'customs', order: 3 },
  summary: 'Search makes and models of vehicles',
  description:
    'Finds data of makes and models in public data sets, to fill in a form. No calculation reads it.',
  permission: { key: 'customs' },
  work: 'read',
  // The form asks first whether anything is loaded.
  metered: {
    group: 'customs',
    isFree: ({ query }) => !query?.search && !query?.make && !query?.year,
  },
  query: z.object({
    ...listQuery,
    make: z.string().max(120).optional().describe('Only this make.'),
    year: z
      .string()
      .regex(/^\d{4}$/, 'Enter a year of four digits.')
      .optional()
      .describe('Only this model year.'),
  }),
  responses: {
    200: createPageSchema(VehicleModel).extend({
      loaded: z
        .object({
          models: z.int().describe('0: the operator has imported no data set.'),
          datasets: z.array(VehicleDataset).describe('The data sets, each with its licence.'),
        })
        .describe('What was searched.'),
    }),
  },
  errors: [commonErrors.invalidPage],
});
