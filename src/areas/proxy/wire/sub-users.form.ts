import { z } from 'zod';
import {
  addressesMax,
  requestsLimitMax,
  subUserNamePattern,
  trafficLimitMax,
} from './sub-users.constants.ts';

const limitUpTo = (most: number) =>
  z
    .int('A valid integer is required.')
    .min(1, 'Ensure this value is greater than or equal to 1.')
    .max(most, `Ensure this value is less than or equal to ${most}.`)
    .nullable();

/** US dollars above zero, with at most this many digits before and after the point. */
const dollars = (whole: number, decimals: number) =>
  z
    .string('A valid amount is required.')
    .trim()
    .regex(new RegExp(`^\\d{1,${whole}}(\\.\\d{1,${decimals}})?$`), howToWriteDollars(decimals))
    .refine((text) => Number(text) > 0, howToWriteDollars(decimals))
    .nullable();
const howToWriteDollars = (decimals: number) =>
  `Enter an amount above zero with at most ${decimals} decimals, such as 2.50.`;

/** Every field is required here; what a body may omit is declared by its endpoint. */
export const subUserSchema = z.object({
  name: z
    .string()
    .regex(
      subUserNamePattern,
      'Use 1 to 63 of a-z, 0-9, - and _, beginning with a letter or digit.',
    ),
  is_active: z.boolean(),
  traffic_limit_bytes: limitUpTo(trafficLimitMax).describe(
    'Bytes in both directions per calendar month in UTC; null for no limit.',
  ),
  requests_limit: limitUpTo(requestsLimitMax).describe(
    'Requests per calendar month in UTC, retries included; null for no limit.',
  ),
  price_per_gb: dollars(8, 4).describe(
    'Your price of 1,000,000,000 bytes in both directions, in US dollars; null for none.',
  ),
  spend_limit: dollars(10, 2).describe(
    'What the traffic of a calendar month in UTC may cost at price_per_gb, in US dollars; null ' +
      'for no limit.',
  ),
  addresses: z
    .array(z.string().trim().max(50, 'Ensure this field has no more than 50 characters.'))
    .max(addressesMax, `Ensure this field has no more than ${addressesMax} elements.`)
    .describe(
      'Addresses and CIDR ranges from which the password may be omitted, after a client has ' +
        'logged in with it once from the same address.',
    ),
});
