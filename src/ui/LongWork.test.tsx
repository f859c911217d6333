import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { LongWork } from './LongWork.tsx';

const status = { label: 'Running', tone: 'info' } as const;
const progress = { done: 100, total: 250, format: String };
const question = { title: 'Stop it?', description: 'The rest is lost.', confirmLabel: 'Stop it' };

test('says what is done and what is left', async () => {
  await render(<LongWork label="Calculating cars.csv" status={status} progress={progress} />);
  const bar = page.getByRole('progressbar', { name: 'Calculating cars.csv' });
  await expect.element(bar).toHaveAttribute('aria-valuetext', '100 of 250');
  await expect.element(page.getByText('100 of 250, 150 left')).toBeVisible();
  expect(page.getByRole('button').query()).toBeNull();
});

test('estimates the time from the pace since it is shown', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  const screen = await render(<LongWork label="It" status={status} progress={progress} />);
  expect(page.getByText(/about/).query()).toBeNull();
  vi.spyOn(performance, 'now').mockReturnValue(11_000);
  await screen.rerender(
    <LongWork label="It" status={status} progress={{ ...progress, done: 150 }} />,
  );
  await expect.element(page.getByText('150 of 250, 100 left, about 20 seconds')).toBeVisible();
  vi.restoreAllMocks();
});

test('asks before it is cancelled when something is lost', async () => {
  const onCancel = vi.fn();
  const work = { label: 'It', status, progress, cancel: { question, onCancel } };
  await render(<LongWork {...work} />);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Let it run' }));
  expect(onCancel).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(page.getByRole('button', { name: 'Stop it' }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test('shows its state and summary when it has ended', async () => {
  await render(
    <LongWork label="It" status={{ label: 'Complete', tone: 'success' }} summary="250 of 250" />,
  );
  await expect.element(page.getByText('Complete')).toBeVisible();
  await expect.element(page.getByText('250 of 250')).toBeVisible();
  expect(page.getByRole('progressbar').query()).toBeNull();
});
