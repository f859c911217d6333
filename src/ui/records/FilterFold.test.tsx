import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../app.css';
import { FilterFold } from './FilterFold.tsx';

const field = page.getByLabelText('Status');

const show = (activeCount: number) =>
  render(
    <FilterFold activeCount={activeCount}>
      <input aria-label="Status" />
    </FilterFold>,
  );

test('on a phone, filters appear at the press of a button', async () => {
  await page.viewport(390, 800);
  await show(2);
  const button = page.getByRole('button', { name: 'Filters (2)' });
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await expect.element(field).not.toBeVisible();
  await button.click();
  await expect.element(field).toBeVisible();
  await button.click();
  await expect.element(field).not.toBeVisible();
});

test('on a wide screen they are there', async () => {
  await page.viewport(1280, 800);
  await show(0);
  await expect.element(field).toBeVisible();
  await expect.element(page.getByText('Filters')).not.toBeVisible();
});
