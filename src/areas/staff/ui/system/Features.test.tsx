import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { FeatureSwitchWire } from '../../wire/features.ts';
import Features from './Features.tsx';

const speech: FeatureSwitchWire = {
  name: 'synthesis',
  label: 'Text to speech',
  is_on: true,
  reason: '',
  notice: '',
  changed_by: null,
  changed_at: null,
};
const off: FeatureSwitchWire = {
  ...speech,
  is_on: false,
  reason: 'The engine hangs',
  notice: 'Back by noon.',
  changed_by: 'boss@example.com',
  changed_at: '2026-11-20T12:00:00.000Z',
};

beforeEach(async () => {
  await page.viewport(390, 800);
  resetBrowser();
  signInAs('boss@example.com');
});

test('a feature is switched off with a reason', async () => {
  const api = stubApi({
    'GET /apix/admin/features/': { status: 200, body: { features: [speech] } },
    'PATCH /apix/admin/features/synthesis/': { status: 200, body: off },
  });
  await renderScreen('/admin/system/features', [
    { path: '/admin/system/features', element: Features },
  ]);
  await expect.element(page.getByText('Never changed').first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Switch off: Text to speech' }));
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
  await expect.element(dialog.getByText('Say why.')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The engine hangs');
  await expect.poll(() => dialog.getByText('Say why.').elements().length).toBe(0);
  await userEvent.fill(dialog.getByLabelText('Notice for customers'), 'Back by noon.');
  api.answers['GET /apix/admin/features/'] = { status: 200, body: { features: [off] } };
  await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
  await expect
    .element(page.getByRole('button', { name: 'Switch on: Text to speech' }))
    .toBeVisible();
  await expect.element(page.getByText('The engine hangs').first()).toBeVisible();
  await expect.element(page.getByText('Notice: Back by noon.').first()).toBeVisible();
  expect(api.callsTo('PATCH /apix/admin/features/synthesis/')[0]?.body).toEqual({
    is_on: false,
    reason: 'The engine hangs',
    notice: 'Back by noon.',
  });
});

test('a refusal keeps the reason and the notice', async () => {
  stubApi({
    'GET /apix/admin/features/': { status: 200, body: { features: [speech] } },
    'PATCH /apix/admin/features/synthesis/': {
      status: 400,
      body: { notice: ['Say when it is back.'], detail: 'Not now.' },
    },
  });
  await renderScreen('/admin/system/features', [
    { path: '/admin/system/features', element: Features },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Switch off: Text to speech' }));
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'The engine hangs');
  await userEvent.fill(dialog.getByLabelText('Notice for customers'), 'Soon.');
  await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
  await expect
    .element(dialog.getByLabelText('Notice for customers'))
    .toHaveAccessibleDescription(/Say when it is back\.$/);
  await expect.element(dialog.getByText('Not now.')).toBeVisible();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason' }))
    .toHaveValue('The engine hangs');
});
