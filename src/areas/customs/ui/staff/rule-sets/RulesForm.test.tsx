import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { RulesForm } from './RulesForm.tsx';
import type { Rules } from './rule-cells.ts';

test('a list in a table stays a list while it is typed, cleared and typed again', async () => {
  let rules: Rules = { tables: { excise: { keys: {}, rows: [{ fuel: ['petrol'] }] } } };
  function Form() {
    const [current, setCurrent] = useState(rules);
    rules = current;
    return <RulesForm rules={current} problems={[]} onChange={setCurrent} />;
  }
  await render(<Form />);
  const row = () => (rules.tables as { excise: { rows: object[] } }).excise.rows[0];
  const cell = page.getByRole('textbox', { name: 'fuel, row 1' });
  await cell.fill('petrol, ');
  await expect.element(cell).toHaveValue('petrol, ');
  expect(row()).toEqual({ fuel: ['petrol'] });
  await cell.fill('');
  await expect.poll(row).toEqual({});
  await cell.fill('diesel, lpg');
  await expect.poll(row).toEqual({ fuel: ['diesel', 'lpg'] });
});
