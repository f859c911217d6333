// Validation of the keys of calculators on other sites, shared with the form in the browser.
import { z } from 'zod';
import { dailyQuotaMax, embedNameMax, embedOriginsMax } from './embed.constants.ts';

const exampleText = 'Enter the address of a site, such as https://www.example.com.';

/** `https://www.example.com`, without the path that people paste along; null for other text. */
export function readOrigin(text: string): string | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (!address || !/^https?:$/.test(address.protocol) || address.username !== '') return null;
  return address.hostname.includes('*') ? null : address.origin;
}

const origin = z
  .string('Not a valid string.')
  .trim()
  .max(300, 'Ensure this field has no more than 300 characters.')
  .refine((text) => readOrigin(text) !== null, exampleText)
  .transform((text) => readOrigin(text) ?? text);

const name = z
  .string('Not a valid string.')
  .trim()
  .check(z.minLength(1, 'Give the calculator a name.'))
  .check(
    z.maxLength(embedNameMax, `Ensure this field has no more than ${embedNameMax} characters.`),
  );

const origins = z
  .array(origin)
  .min(1, 'Enter at least one site.')
  .max(embedOriginsMax, `Ensure this field has no more than ${embedOriginsMax} elements.`)
  .transform((list) => [...new Set(list)])
  .describe('The sites that may show it, such as `https://www.example.com`.');

const dailyQuota = z
  .int('A valid integer is required.')
  .min(1, 'Ensure this value is greater than or equal to 1.')
  .max(dailyQuotaMax, `Ensure this value is less than or equal to ${dailyQuotaMax}.`)
  .describe('Calculations in a day, UTC. They also count for your plan.');

export const createEmbedKeyBody = z.object({ name, origins, daily_quota: dailyQuota });
export const updateEmbedKeyBody = createEmbedKeyBody.partial();
