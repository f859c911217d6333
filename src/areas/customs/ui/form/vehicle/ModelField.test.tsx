import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildFact, buildRuleSet } from '#test/fixtures/customs.ts';
import { buildVehicleModel, vehicleDatasets } from '#test/fixtures/vehicle-models.ts';
import type { VehicleModelWire } from '../../../wire/vehicles/vehicles.ts';
import type { Values } from '../draft/conditions.ts';
import type { ValueChanges } from '../draft/use-draft.ts';
import { ModelField } from './ModelField.tsx';

const path = 'GET /apix/data_customs/vehicle-models/';
const names = ['powertrain', 'engine_capacity_cc', 'power_kw'];
const rules = buildRuleSet({ facts: names.map((name) => buildFact(name)) });
const open = page.getByRole('button', { name: 'Find make and model' });
const field = page.getByRole('searchbox', { name: 'Make and model' });

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

const answerOf = (models: readonly VehicleModelWire[], count = 12) => ({
  status: 200,
  body: {
    ...pageOfRows([...models]),
    loaded: { models: count, datasets: count > 0 ? vehicleDatasets : [] },
  },
});

async function render(answer: ReturnType<typeof answerOf>) {
  const api = stubApi({ [path]: answer });
  function Form() {
    const [values, setValues] = useState<Values>({ model: 'Golf' });
    const change = (changes: ValueChanges) =>
      setValues((before) => JSON.parse(JSON.stringify({ ...before, ...changes })) as Values);
    return (
      <>
        <ModelField values={values} rules={rules} onChange={change} />
        <output data-testid="values">{JSON.stringify(values)}</output>
      </>
    );
  }
  await renderScreen('/form', [{ path: '/form', element: Form }]);
  return api;
}

test('nothing is shown while nothing is loaded', async () => {
  const api = await render(answerOf([], 0));
  await expect.poll(() => api.callsTo(path).length).toBe(1);
  expect(api.callsTo(path)[0]?.path).not.toContain('search');
  await expect.element(open).not.toBeInTheDocument();
});

test('nothing is shown if what is loaded cannot be read', async () => {
  const api = await render({ status: 500, body: {} } as never);
  await expect.poll(() => api.callsTo(path).length).toBeGreaterThan(0);
  await expect.element(open).not.toBeInTheDocument();
});

test('a choice by keyboard fills in facts, which stay editable', async () => {
  const api = await render(answerOf([buildVehicleModel({ engine_capacity_is_rounded: true })]));
  await page.viewport(390, 800);
  await userEvent.click(open);
  await expect.element(field).toHaveValue('Golf');
  await expect.element(page.getByText('Free with acknowledgement', { exact: false })).toBeVisible();
  await userEvent.fill(page.getByLabelText('Year'), '2022x');
  await expect.poll(() => api.callsTo(path).at(-1)?.path).toContain('year=2022');
  const row = page.getByRole('button', { name: /VOLKSWAGEN GOLF/ });
  await expect.element(row).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByTestId('values'))
    .toHaveTextContent(
      '{"model":"GOLF","make":"VOLKSWAGEN","powertrain":"petrol",' +
        '"engine_capacity_cc":"1498","power_kw":"96"}',
    );
  await expect
    .element(page.getByText(/Filled in: Make, Model, Powertrain, Engine capacity,? and Power\./))
    .toBeVisible();
  await expect.element(page.getByText(/rounded to 0.1 l/)).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
});

test('an empty search, no result and a failure are said', async () => {
  const api = await render(answerOf([]));
  await userEvent.click(open);
  await expect.element(page.getByText(/No model matches/)).toBeVisible();
  await userEvent.fill(field, 'a');
  await expect.element(page.getByText(/Type the make and the model/)).toBeVisible();
  api.answers[path] = { status: 400, body: { search: ['Too many words.'] } };
  await userEvent.fill(field, 'zebra');
  await expect.element(page.getByText('Too many words.')).toBeVisible();
  api.answers[path] = answerOf([buildVehicleModel()]);
  await userEvent.click(page.getByRole('button', { name: /Try again|Retry/ }));
  await expect.element(page.getByText('VOLKSWAGEN GOLF')).toBeVisible();
});
