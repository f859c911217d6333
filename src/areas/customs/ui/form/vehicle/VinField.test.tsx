import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildFact } from '#test/fixtures/customs.ts';
import type { DecodedVinWire } from '../../../wire/vehicles/vehicles.ts';
import type { Values } from '../draft/conditions.ts';
import { VinField } from './VinField.tsx';

const vin = '5YJSA1DG9DFP14705';
const url = `/apix/data_customs/vin/${vin}/`;
const decodedOf = (change: Partial<DecodedVinWire> = {}): DecodedVinWire => ({
  ...{ vin, country_of_manufacture: 'US', manufacturer: 'Tesla', model_years: [2013] },
  ...{ model_year_is_standard: true, check_digit: { applies: true, is_valid: true } },
  ...change,
});

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

async function open(decoded: DecodedVinWire) {
  const api = stubApi({ [`GET ${url}`]: { status: 200, body: decoded } });
  const facts = ['origin_country', 'production_date', 'make'].map((name) => buildFact(name));
  function Form() {
    const [values, setValues] = useState<Values>({});
    const change = (changes: object) => setValues((before) => ({ ...before, ...changes }));
    return (
      <>
        <VinField values={values} facts={facts} onChange={change} />
        <output>{JSON.stringify({ ...values, vin: undefined })}</output>
      </>
    );
  }
  await renderScreen('/form', [{ path: '/form', element: Form }]);
  return api;
}

test('a whole VIN suggests facts, and fills in only what is accepted', async () => {
  const api = await open(decodedOf());
  await userEvent.fill(page.getByLabelText('VIN'), '5yjsa1dg9 dfp1470');
  expect(api.callsTo(`GET ${url}`)).toHaveLength(0);
  await userEvent.fill(page.getByLabelText('VIN'), '5yjsa1dg9 dfp14705');
  await expect.element(page.getByText('Tesla, United States, model year 2013.')).toBeVisible();
  await expect.element(page.getByText('{}')).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Use Origin: United States' }));
  await userEvent.click(page.getByRole('button', { name: 'Use Produced: 2013' }));
  const stated = '{"origin_country":"US","production_date":"2013"}';
  await expect.element(page.getByText(stated)).toBeInTheDocument();
  expect(page.getByRole('button').all()).toHaveLength(1);
});

test('a wrong check digit and unknown parts are said', async () => {
  await open(
    decodedOf({
      ...{ country_of_manufacture: null, manufacturer: null, model_years: [1983, 2013] },
      ...{ model_year_is_standard: false, check_digit: { applies: true, is_valid: false } },
    }),
  );
  await userEvent.fill(page.getByLabelText('VIN'), vin);
  await expect.element(page.getByText(/model year 1983 or 2013\. Its maker/)).toBeVisible();
  await expect.element(page.getByText(/check digit does not fit/)).toBeVisible();
});

test('the message of a refused VIN is at the field', async () => {
  const api = await open(decodedOf());
  const message = 'A VIN has 17 letters and digits, without I, O and Q.';
  api.answers[`GET ${url}`] = { status: 400, body: { vin: [message] } };
  await userEvent.fill(page.getByLabelText('VIN'), vin);
  await expect.element(page.getByText(message)).toBeVisible();
});
