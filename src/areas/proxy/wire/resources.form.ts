import { z } from 'zod';
import { protocols } from './proxies.constants.ts';
import { banWindowSecondsMax, resourceNamePattern, strategies } from './resources.constants.ts';
import { country } from './selection.form.ts';

const targetHostsMax = 100;

const between = (min: number, max: number) =>
  z
    .int('A valid integer is required.')
    .min(min, `Ensure this value is greater than or equal to ${min}.`)
    .max(max, `Ensure this value is less than or equal to ${max}.`);

const textUpTo = (lengthMax: number) =>
  z.string().trim().max(lengthMax, `Ensure this field has no more than ${lengthMax} characters.`);

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
const hostPattern = new RegExp(`^(\\*\\.)?${label}(\\.${label})*$`);

const host = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Ensure this field has no more than 253 characters.')
  .regex(
    hostPattern,
    'Enter a host such as example.com or *.example.com, without https:// and path.',
  );
/** A header name (RFC 9110, 5.1), and after a colon a text that its value contains. */
const headerRule = z
  .string()
  .trim()
  .max(200, 'Ensure each line has no more than 200 characters.')
  .regex(
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(:[^\r\n]*)?$/,
    'Enter a header such as cf-mitigated, or cf-mitigated: challenge.',
  );
const bodyText = z
  .string()
  .trim()
  .min(3, 'Ensure each text has at least 3 characters.')
  .max(200, 'Ensure each text has no more than 200 characters.')
  .regex(/^[^\r\n]*$/, 'Enter each text on one line.');
const listRules = (rule: z.ZodString) =>
  z
    .array(rule)
    .max(20, 'Ensure this list has no more than 20 items.')
    .transform((rules) => [...new Set(rules)]);

const checkUrl = z
  .url({ protocol: /^https?$/, error: 'Enter a valid URL.' })
  .max(2000, 'Ensure this field has no more than 2000 characters.');

/** Every field is required here; what a body may omit is declared by its endpoint. */
export const resourceSchema = z.object({
  name: z
    .string()
    .regex(
      resourceNamePattern,
      'Use 2 to 63 of a-z, 0-9, - and _, beginning with a letter or digit.',
    ),
  title: textUpTo(100),
  description: textUpTo(500),
  target_hosts: z
    .array(host)
    .min(1, 'Enter at least one host, such as example.com.')
    .max(targetHostsMax, `Ensure this field has no more than ${targetHostsMax} elements.`)
    .transform((hosts) => [...new Set(hosts)]),
  strategy: z.enum(strategies),
  sticky_ttl_seconds: between(1, 86_400),
  countries: z.array(country).max(250, 'Ensure this list has no more than 250 items.'),
  protocols: z.array(z.enum(protocols)),
  ban_status_codes: z
    .array(between(300, 599))
    .max(50, 'Ensure this list has no more than 50 items.'),
  ban_threshold: between(1, 100).describe(
    'Distinct URLs that are banned within ban_window_seconds before the proxy is blocked.',
  ),
  ban_window_seconds: between(60, banWindowSecondsMax),
  ban_headers: listRules(headerRule).describe(
    'Headers of a response that is a ban: a name, or a name and a text that its value contains.',
  ),
  ban_texts: listRules(bodyText).describe(
    'Texts in the first 64 KB of a response that is a ban, whatever its case. Plain HTTP only.',
  ),
  max_failures: between(1, 100),
  block_duration_seconds: between(60, 2_592_000),
  requests_per_minute: between(1, 100_000).nullable(),
  timeout_ms: between(100, 120_000),
  health_check_url: checkUrl.nullable(),
  uses_pool: z.boolean().describe('Also uses the shared pool.'),
  is_active: z.boolean(),
});
