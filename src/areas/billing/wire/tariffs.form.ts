// Validation of a tariff's draft, shared with the form in the browser.
import { z } from 'zod';
import { quotaGroups } from '#lib/quota-groups.ts';
import { aboveZero } from './spending.form.ts';

const limit = z.int().min(0).nullable().describe('Null means unlimited.');

const limits = z
  .object({
    requests_per_hour: limit,
    requests_per_day: limit,
    requests_per_month: limit,
    max_api_keys: limit,
    max_proxy_resources: limit,
    transcription_seconds_per_month: limit,
    tts_characters_per_month: limit,
    calculations_per_month: limit,
  })
  .meta({ id: 'TariffLimits' });

const tooLong = (lengthMax: number) =>
  `Ensure this field has no more than ${lengthMax} characters.`;
const text = (lengthMax: number) => z.string().trim().max(lengthMax, tooLong(lengthMax));
const price = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Enter an amount such as 19.00.');

export const draftTariffBody = z.object({
  slug: z
    .string()
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lowercase letters, digits and hyphens.')
    .max(40, tooLong(40)),
  name: text(60).min(1, 'This field may not be blank.'),
  tagline: text(200).default(''),
  description: text(1000).default(''),
  monthly_price: price,
  yearly_price: price.nullable().default(null),
  trial_days: z.int().min(0).max(365, 'Ensure this value is less than or equal to 365.').default(0),
  limits,
  overage_price: z
    .string()
    .trim()
    .regex(/^\d{1,6}(\.\d{1,8})?$/, 'Enter an amount such as 0.0002.')
    .nullable()
    .default(null)
    .describe('Price of each request over the quota; null to refuse such requests.'),
  overage_cap: price
    .refine((amount) => /[1-9]/.test(amount), aboveZero)
    .nullable()
    .default(null)
    .describe('The cap on overage in a month for customers who set none; null for no cap.'),
  endpoint_groups: z
    .array(z.enum(quotaGroups))
    .min(1, 'Choose at least one part of the API.')
    .optional()
    .describe('Parts of the API that may be called; as in the previous version if left out.'),
  is_public: z.boolean().default(true),
});
