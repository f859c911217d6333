// Validation of proxy sources, shared with the form in the browser.
import { z } from 'zod';
import { protocols, proxyTypes } from './proxies.constants.ts';
import {
  listFormats,
  missedRefreshesMax,
  refreshMinutesDefault,
  refreshMinutesMax,
  refreshMinutesMin,
  sourceNameMax,
} from './proxy-sources.constants.ts';
import { country } from './selection.form.ts';

const addressCharactersMax = 2000;
const atMost = (characters: number) =>
  `Ensure this field has no more than ${characters} characters.`;

function isListAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const name = z
  .string('Not a valid string.')
  .trim()
  .check(z.minLength(1, 'Give the source a name.'))
  .check(z.maxLength(sourceNameMax, atMost(sourceNameMax)));

const url = z
  .string('Not a valid string.')
  .trim()
  .max(addressCharactersMax, atMost(addressCharactersMax))
  .refine(
    isListAddress,
    'Enter an address that begins with https:// or http://, without user name and password.',
  )
  .describe('Of the list of the provider. Requested without cookies; redirects are followed.');

const authorization = z
  .string('Not a valid string.')
  .trim()
  .max(addressCharactersMax, atMost(addressCharactersMax))
  .regex(/^[\x20-\x7e]*$/, 'Use only letters, digits and signs of ASCII, without line breaks.')
  .nullish()
  .describe('The value of the `Authorization` header. It is never returned.');

const username = z
  .string('Not a valid string.')
  .max(500, atMost(500))
  .regex(/^[^:\r\n\0]*$/, 'A user name has no colon and no line break.')
  .nullish()
  .describe('Of lines without a user name. It is never returned.');

const password = z
  .string('Not a valid string.')
  .max(500, atMost(500))
  .regex(/^[^\r\n\0]*$/, 'A password has no line break.')
  .nullish()
  .describe('Of lines without a user name. It is never returned.');

const between = (min: number, max: number) =>
  z
    .int('A valid integer is required.')
    .min(min, `Ensure this value is greater than or equal to ${min}.`)
    .max(max, `Ensure this value is less than or equal to ${max}.`);

const shape = {
  name,
  url,
  format: z.enum(listFormats).describe('`json` includes the API of Webshare, page by page.'),
  authorization,
  username,
  password,
  protocol: z.enum(protocols).describe('Of lines without a protocol.'),
  type: z.enum(proxyTypes).nullish().describe('Of lines without a type.'),
  country_code: country.nullish().describe('Of lines without a country.'),
  provider: z.string().trim().max(100, atMost(100)),
  refresh_minutes: between(refreshMinutesMin, refreshMinutesMax),
  missed_max: between(1, missedRefreshesMax).describe(
    'Refreshes in a row without a proxy after which it is no longer used.',
  ),
  is_active: z.boolean().describe('False stops the refreshes and keeps the proxies.'),
};

export const createSourceBody = z.object({
  ...shape,
  format: shape.format.default('auto'),
  protocol: shape.protocol.default('http'),
  provider: shape.provider.default(''),
  refresh_minutes: shape.refresh_minutes.default(refreshMinutesDefault),
  missed_max: shape.missed_max.default(1),
  is_active: shape.is_active.default(true),
});
export const updateSourceBody = z.object(shape).partial();
export type CreateSourceBody = z.output<typeof createSourceBody>;
export type UpdateSourceBody = z.output<typeof updateSourceBody>;
