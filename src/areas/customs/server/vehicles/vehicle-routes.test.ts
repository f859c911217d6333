import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const url = (vin: string) => `/apix/data_customs/vin/${vin}/`;

beforeAll(() => t.clock.set(new Date('2026-11-21T10:00:00Z')));

test('a VIN is decoded for a session and for a key with the scope', async () => {
  const who = await t.signIn('vin@example.com');
  const { headers } = await createApiKey(t, who, { scopes: ['customs'] });
  for (const by of [who.headers, headers])
    expect(
      (await send(t, 'GET', url('5yjsa1dg9dfp14705'), undefined, { headers: by })).body,
    ).toEqual({
      vin: '5YJSA1DG9DFP14705',
      country_of_manufacture: 'US',
      manufacturer: 'Tesla',
      model_years: [2013],
      model_year_is_standard: true,
      check_digit: { applies: true, is_valid: true },
    });
});

test('other text is refused by field, and so are strangers', async () => {
  const { headers } = await t.signIn('typo@example.com');
  for (const vin of ['5YJSA1DG9DFP1470', '5YJSA1DG9DFP14705X', '5YJSA1DG9DFP1470O'])
    expect((await send(t, 'GET', url(vin), undefined, { headers })).body).toEqual({
      vin: ['A VIN has 17 letters and digits, without I, O and Q.'],
    });
  expect((await send(t, 'GET', url('5YJSA1DG9DFP14705'))).status).toBe(401);
});
