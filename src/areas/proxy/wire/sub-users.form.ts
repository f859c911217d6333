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
  addresses: z
    .array(z.string().trim().max(50, 'Ensure this field has no more than 50 characters.'))
    .max(addressesMax, `Ensure this field has no more than ${addressesMax} elements.`)
    .describe(
      'Addresses and CIDR ranges from which the password may be omitted, after a client has ' +
        'logged in with it once from the same address.',
    ),
});
