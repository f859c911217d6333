// How a request asks for a proxy; in bodies, queries and the forms of the screens.
import { z } from 'zod';

export const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, 'Enter a country as two letters, such as DE.')
  .describe('Only proxies of this country, as two letters.');

export const session = z
  .string()
  .regex(/^[\w-]{1,64}$/, 'Use 1 to 64 letters, digits, - and _.')
  .describe('Keeps the same proxy for sticky_ttl_seconds, while it is available.');
