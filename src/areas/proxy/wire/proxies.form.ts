import { z } from 'zod';
import { whenValid } from '#lib/when-valid.ts';
import { protocols, proxiesMax, proxyTypes } from './proxies.constants.ts';
import { isJsonList } from './proxy-lists.constants.ts';
import { country } from './selection.form.ts';

/** Including a header, empty lines and comments. */
const linesMax = proxiesMax + 1;
const lineCharactersMax = 2000;
/** The maximum of the column's type. */
const asnMax = 2_147_483_647;
const pasted = z
  .string()
  .max(2_000_000, 'Ensure this field has no more than 2000000 characters.')
  .refine(
    (text) => text.split('\n').length <= linesMax,
    `Ensure this field has no more than ${linesMax} lines.`,
  )
  .refine(
    (text) =>
      isJsonList(text) || text.split('\n').every(({ length }) => length <= lineCharactersMax),
    `Ensure each line has no more than ${lineCharactersMax} characters.`,
  );
const proxyInput = z.object({
  host: z.string().max(253).describe('Host name or IP address.'),
  port: z.int().min(1).max(65_535).describe('1 to 65535.'),
  protocol: z.enum(protocols).optional().describe('How to speak to it.'),
  username: z.string().max(500).optional().describe('For proxies that ask for one.'),
  password: z.string().max(500).optional().describe('For proxies that ask for one.'),
  country_code: country.nullish().describe('Two letters; null if not known.'),
  city: z.string().max(100).optional().describe('Where it is.'),
  asn: z.int().min(0).max(asnMax).nullish().describe('Number of its network.'),
  type: z.enum(proxyTypes).optional().describe('What kind of address it has.'),
  provider: z.string().max(100).optional().describe('Who sells it.'),
});

export const importBody = z
  .object({
    text: pasted
      .optional()
      .describe(
        'One per line: host:port, host:port:user:password, user:password:host:port or a URL; or CSV with a header; or JSON.',
      ),
    proxies: z
      .array(proxyInput)
      .max(proxiesMax)
      .optional()
      .describe('The proxies as objects, instead of `text`.'),
    protocol: z.enum(protocols).default('http').describe('Default for proxies without a protocol.'),
    type: z
      .enum(proxyTypes)
      .optional()
      .describe('Default for proxies without a type; datacenter for new ones.'),
    provider: z
      .string()
      .trim()
      .max(100, 'Ensure this field has no more than 100 characters.')
      .default('')
      .describe('Default for proxies without a provider.'),
    country_code: country.nullish().describe('Default for proxies without a country.'),
    replaces_credentials: z
      .boolean()
      .default(false)
      .describe(
        'An address that you have once and send once gets the new user name and password. Without it another user name is another proxy.',
      ),
  })
  .refine(({ text, proxies }) => text?.trim() || proxies?.length, {
    path: ['text'],
    error: 'Enter at least one proxy.',
    ...whenValid('text', 'proxies'),
  });
