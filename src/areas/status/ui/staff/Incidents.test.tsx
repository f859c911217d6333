import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { IncidentWire } from '../../wire/incidents.ts';
import IncidentScreen from './IncidentScreen.tsx';
import Incidents from './Incidents.tsx';

const list = '/apix/admin/incidents/';
const id = '0190a0a0-0000-7000-8000-000000000001';
const incident: IncidentWire = {
  id,
  title: 'Payments are delayed',
  state: 'investigating',
  components: [{ name: 'payments', impact: 'degraded' }],
  started_at: '2026-11-24T09:00:00.000Z',
  resolved_at: null,
  updated_at: '2026-11-24T09:00:00.000Z',
  updates: [
    {
      id: '0190a0a0-0000-7000-8000-000000000002',
      state: 'investigating',
      message: 'We look for the cause.',
      created_at: '2026-11-24T09:00:00.000Z',
      components: [{ name: 'payments', impact: 'degraded' }],
      created_by: 'staff@example.com',
    },
  ],
};
const resolved: IncidentWire = {
  ...incident,
  state: 'resolved',
  resolved_at: '2026-11-24T10:00:00.000Z',
};
const open = (path: string) =>
  renderScreen(path, [
    { path: '/admin/incidents', element: Incidents },
    { path: '/admin/incidents/:id', element: IncidentScreen },
  ]);

beforeEach(async () => {
  await page.viewport(390, 800);
  resetBrowser();
  signInAs('staff@example.com');
});

test('an incident is opened, and its screen shows it', async () => {
  const api = stubApi({
    [`GET ${list}`]: { status: 200, body: pageOfRows([]) },
    [`GET ${list}${id}/`]: { status: 200, body: incident },
    [`POST ${list}`]: { status: 201, body: incident },
  });
  const { router } = await open('/admin/incidents');
  await expect.element(page.getByText('No incidents yet')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Open an incident' }));
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Open incident' }));
  await expect.element(dialog.getByText('This field may not be blank.').first()).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Title' }), incident.title);
  await userEvent.selectOptions(dialog.getByLabelText('Payments'), 'Disrupted');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Message' }), 'We look for the cause.');
  await userEvent.click(dialog.getByRole('button', { name: 'Open incident' }));
  await expect.element(page.getByRole('heading', { name: incident.title })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/admin/incidents/${id}`);
  expect(api.callsTo(`POST ${list}`)[0]?.body).toEqual({
    title: incident.title,
    state: 'investigating',
    message: 'We look for the cause.',
    components: [{ name: 'payments', impact: 'degraded' }],
  });
});

test('a refusal is shown, and what was typed stays', async () => {
  stubApi({
    [`GET ${list}`]: { status: 200, body: pageOfRows([]) },
    [`POST ${list}`]: { status: 400, body: { components: ['Choose at least one component.'] } },
  });
  await open('/admin/incidents');
  await userEvent.click(page.getByRole('button', { name: 'Open an incident' }));
  const dialog = page.getByRole('dialog');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Title' }), incident.title);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Message' }), 'We look for the cause.');
  await userEvent.click(dialog.getByRole('button', { name: 'Open incident' }));
  await expect.element(dialog.getByText('Choose at least one component.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(incident.title);
});

test('an update begins with the current state and what is affected', async () => {
  const path = `POST ${list}${id}/updates/`;
  const api = stubApi({
    [`GET ${list}${id}/`]: { status: 200, body: incident },
    [path]: { status: 201, body: incident },
  });
  await open(`/admin/incidents/${id}`);
  await userEvent.click(page.getByRole('button', { name: 'Write an update' }));
  const dialog = page.getByRole('dialog');
  await userEvent.selectOptions(dialog.getByLabelText('State'), 'Identified');
  await userEvent.selectOptions(dialog.getByLabelText('API'), 'Down');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Message' }), 'A network is down.');
  await userEvent.click(dialog.getByRole('button', { name: 'Publish update' }));
  await expect
    .poll(() => api.callsTo(path)[0]?.body)
    .toEqual({
      state: 'identified',
      message: 'A network is down.',
      components: [
        { name: 'api', impact: 'down' },
        { name: 'payments', impact: 'degraded' },
      ],
    });
});

test('an incident is resolved, and is final then', async () => {
  const path = `POST ${list}${id}/updates/`;
  const api = stubApi({
    [`GET ${list}${id}/`]: { status: 200, body: incident },
    [path]: { status: 201, body: resolved },
  });
  await open(`/admin/incidents/${id}`);
  await userEvent.click(page.getByRole('button', { name: 'Resolve' }));
  const dialog = page.getByRole('dialog');
  expect(dialog.getByLabelText('API').elements()).toEqual([]);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Message' }), 'Payments work again.');
  api.answers[`GET ${list}${id}/`] = { status: 200, body: resolved };
  await userEvent.click(dialog.getByRole('button', { name: 'Resolve incident' }));
  await expect.poll(() => api.callsTo(path)[0]?.body).toMatchObject({ state: 'resolved' });
  await expect.poll(() => page.getByRole('dialog').elements()).toEqual([]);
  await expect.element(page.getByText('Resolved', { exact: true }).first()).toBeVisible();
  await expect
    .poll(() => page.getByRole('button', { name: 'Write an update' }).elements())
    .toEqual([]);
});

test('the list shows state and what is affected, by whether it is open', async () => {
  const api = stubApi({
    [`GET ${list}`]: { status: 200, body: pageOfRows([incident, { ...resolved, id: '2' }]) },
  });
  await open('/admin/incidents?is_open=true');
  await expect.element(page.getByText('Payments: disrupted').first()).toBeVisible();
  expect(api.callsTo(`GET ${list}`)[0]?.path).toContain('is_open=true');
});
