// What a vehicle identification number tells about a vehicle.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';

export const DecodedVin = z
  .object({
    vin: z.string(),
    country_of_manufacture: z
      .string()
      .nullable()
      .describe('Of the manufacturer’s identifier. The papers of the vehicle decide.'),
    manufacturer: z.string().nullable(),
    model_years: z
      .array(z.int())
      .nullable()
      .describe('The same letter returns after 30 years. Null if it states none.'),
    model_year_is_standard: z
      .boolean()
      .describe('North America and China prescribe it; other makers may use it for other things.'),
    check_digit: z.object({
      applies: z.boolean().describe('North America and China prescribe it.'),
      is_valid: z.boolean().nullable().describe('Null where it is not prescribed.'),
    }),
  })
  .meta({ id: 'CustomsVin' });
export type DecodedVinWire = z.infer<typeof DecodedVin>;

export const decodeVin = endpoint({
  method: 'GET',
  path: '/apix/data_customs/vin/:vin/',
  summary: 'Decode a vehicle identification number',
  permission: { key: 'customs' },
  work: 'none',
  metered: { group: 'customs' },
  params: z.object({
    vin: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-HJ-NPR-Z0-9]{17}$/, 'A VIN has 17 letters and digits, without I, O and Q.'),
  }),
  responses: { 200: DecodedVin },
});
