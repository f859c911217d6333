// Valid queries and bodies of an endpoint, generated from its contract.
import fc from 'fast-check';
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { silentWav } from '../recordings.ts';
import { createValues, type KnownValues } from './schema-values.ts';

const money = [
  { amount: '10000', currency: 'EUR' },
  { amount: '250.50', currency: 'USD' },
];
const known: KnownValues = {
  amount: ['12.50', '100', '250.00'],
  currency: ['USD', 'EUR'],
  pay_currency: ['USD', 'usdttrc20', 'btc', 'eth'],
  from: ['USD', 'EUR', 'JPY'],
  to: ['USD', 'EUR', 'RUB'],
  monthly_price: ['19', '79.00'],
  price: money,
  freight: money,
  insurance: money,
  onward_transport: money,
  destination_country: ['DE', 'UA', 'RU', 'US', 'AE'],
  origin_country: ['JP', 'DE', 'CN', 'US'],
  shipped_from: ['JP', 'DE', 'CN'],
  hs_code: ['61091000', '950300', '8703'],
  unit: ['pcs', 'kg'],
  engine_capacity_cc: ['1998', 1498],
  otp: ['123456'],
  slug: ['tailored', 'team-2026'],
  company_site: ['', 'example.com', 'https://example.com/about'],
  site_url: ['', 'https://example.com/contact'],
  email: ['person1@example.com', 'person2@example.com'],
  message: ['How long does it take to import a car?'],
  text: ['A line of text.', 'Another **one**, with `marks`.'],
  reason: ['It was asked for on the phone.'],
  target_hosts: [['example.com'], ['*.example.com']],
  ban_headers: [[], ['x-wall', 'cf-mitigated: challenge']],
  ban_texts: [[], ['Access denied']],
  allowed_ips: [[], ['203.0.113.0/24']],
  // Nothing listens there, so that tests never wait for a foreign server.
  url: ['http://127.0.0.1:9/', 'https://example.invalid/'],
  health_check_url: ['http://127.0.0.1:9/', null],
  proxies: [[{ host: '127.0.0.1', port: 9 }], ['http://127.0.0.1:9']],
  tariff: ['free', 'starter', 'pro', 'scale'],
  voice: ['slt'],
  model: [''],
  language: ['en'],
  audio: [silentWav(1).toString('base64')],
  page: ['1', 1],
  limit: ['5'],
  ordering: ['created_at', '-created_at'],
  topics: ['billing', 'tickets,payments'],
  page_size: ['1', '20', 20],
};

type Part = 'params' | 'query' | 'body';

const readSchema = (endpoint: Endpoint, part: Part): z.ZodType | undefined => {
  const schema = endpoint[part];
  return schema === 'raw' ? undefined : schema;
};

export const fits = (endpoint: Endpoint, part: Part, value: unknown): boolean =>
  readSchema(endpoint, part)?.safeParse(value).success ?? true;

type Drawing = { seed: number; count: number; isMinimal?: boolean };

/** Distinct valid values of a part of the contract; empty when the contract lacks the part. */
export function validValues(
  endpoint: Endpoint,
  part: Part,
  { seed, count, isMinimal = false }: Drawing,
): unknown[] {
  const schema = readSchema(endpoint, part);
  if (!schema) return [];
  const drawn = fc.sample(createValues(schema, { known, isMinimal }), { seed, numRuns: 4 * count });
  const valid = drawn.filter((value) => schema.safeParse(value).success);
  return [...new Map(valid.map((value) => [JSON.stringify(value), value])).values()].slice(
    0,
    count,
  );
}
