import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { createProxy } from '#test/fixtures/proxy.ts';
import { createSource } from '#test/fixtures/proxy-sources.ts';
import { ProxiesPanel } from './proxies/ProxiesPanel.tsx';
import { ResourceSources } from './sources/ResourceSources.tsx';
import { PoolSources } from './staff/PoolSources.tsx';

const path = '/apix/data_proxy/resources/shop/sources/';
const poolPath = '/apix/admin/proxy-sources/';
const onePath = `${path}${createSource().id}/`;
const ok = (body: unknown, status = 200) => ({ status, body });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const press = (name: string) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).first());
const choose = async (action: string) => {
  await press('Actions for Daily list');
  await userEvent.click(page.getByRole('menuitem', { name: action }));
};
const Sources = () => <ResourceSources name="shop" />;
const open = () => renderScreen('/sources', [{ path: '/sources', element: Sources }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('sources show their state, the empty state and errors', async () => {
  const api = stubApi({ [`GET ${path}`]: ok(pageOfRows([])) });
  const { queryClient } = await open();
  await expectText('No sources yet');
  api.answers[`GET ${path}`] = ok(
    pageOfRows([
      createSource(),
      createSource({ id: 'two', name: 'Off', is_active: false, last_result: null }),
      createSource({ id: 'three', name: 'New', is_refreshing: true }),
      createSource({
        id: 'four',
        name: 'Broken',
        error: 'unauthorized',
        how_to_fix: 'The provider refuses access.',
        failures_in_row: 4,
      }),
    ]),
  );
  await queryClient.refetchQueries();
  for (const words of ['Up to date', 'Refresh is due', 'Failed', 'lists.example.com', '1,200'])
    await expectText(words);
  await expectText(/The provider refuses access. 4 failures in a row./);
  await expectText('30 added, 4 updated, 12 removed, 2 not usable');
  api.answers[`GET ${path}`] = ok({ detail: 'Not now.' }, 400);
  await queryClient.refetchQueries();
  await expectText('Not now.');
  api.answers[`GET ${path}`] = ok(pageOfRows([createSource()]));
  await press('Try again');
  await expectText('Up to date');
});

test('a source is added; errors are shown at their fields', async () => {
  const api = stubApi({ [`GET ${path}`]: ok(pageOfRows([])) });
  await open();
  await press('Add source');
  const dialog = page.getByRole('dialog', { name: 'Add a source' });
  const fill = (label: string, text: string) =>
    userEvent.fill(dialog.getByLabelText(label, { exact: false }).first(), text);
  const submit = dialog.getByRole('button', { name: 'Add source' });
  await fill('Address of the list', 'lists.example.com');
  await fill('Refresh every', '4');
  await userEvent.click(submit);
  await expectText('Give the source a name.');
  await expectText(/^Enter an address that begins with https/);
  await expectText('Ensure this value is greater than or equal to 5.');
  expect(api.callsTo(`POST ${path}`)).toEqual([]);
  await fill('Name', 'Daily list');
  await fill('Address of the list', 'https://lists.example.com/download/abc/');
  await fill('Refresh every', '30');
  await fill('Authorization header', 'Token abc');
  const full = { non_field_errors: ['No room.'], code: 'proxy_source_limit_reached', limit: 10 };
  api.answers[`POST ${path}`] = ok(full, 400);
  await userEvent.click(submit);
  await expectText('No room.');
  api.answers[`POST ${path}`] = ok(createSource(), 201);
  await userEvent.click(submit);
  await expectText('Daily list is added and loaded in a moment');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsTo(`POST ${path}`).at(-1)?.body).toEqual({
    name: 'Daily list',
    url: 'https://lists.example.com/download/abc/',
    authorization: 'Token abc',
    format: 'auto',
    protocol: 'http',
    type: null,
    country_code: null,
    provider: '',
    refresh_minutes: 30,
    missed_max: 1,
    is_active: true,
  });
});

test('a source is refreshed, edited and deleted from its menu', async () => {
  const source = createSource({ has_authorization: true, has_login: true });
  const api = stubApi({ [`GET ${path}`]: ok(pageOfRows([source])) });
  await open();
  api.answers[`POST ${onePath}refresh/`] = ok({ detail: 'Request was throttled.' }, 429);
  await choose('Refresh now');
  await expectText('Request was throttled.');
  api.answers[`POST ${onePath}refresh/`] = ok(source);
  await choose('Refresh now');
  await expectText('Daily list is refreshed in a moment');
  api.answers[`PATCH ${onePath}`] = ok(source);
  await choose('Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit source Daily list' });
  await userEvent.fill(dialog.getByLabelText('Password'), 'new word');
  await userEvent.click(dialog.getByRole('checkbox', { name: /Send no Authorization header/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save source' }));
  await expectText('Daily list is saved and loaded in a moment');
  const changes = api.callsTo(`PATCH ${onePath}`)[0]?.body;
  expect(changes).toMatchObject({ url: source.url, authorization: null, password: 'new word' });
  expect(changes).not.toHaveProperty('username');
  api.answers[`DELETE ${onePath}`] = { status: 204 };
  await choose('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete source Daily list?' });
  await expect.element(question.getByText(/Its 1,200 proxies are deleted too/)).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: 'Delete source' }));
  await expect.element(question).not.toBeInTheDocument();
  expect(api.callsTo(`DELETE ${onePath}`)).toHaveLength(1);
});

test('staff manage sources of the pool without seeing their address', async () => {
  const source = createSource({ url: 'lists.example.com/***' });
  const at = `${poolPath}${source.id}/`;
  const api = stubApi({
    [`GET ${poolPath}`]: ok(pageOfRows([source])),
    [`PATCH ${at}`]: ok(source),
    [`POST ${at}refresh/`]: ok(source),
  });
  const screen = { path: '/sources', element: PoolSources, context: { id: 1, roles: ['admin'] } };
  await renderScreen('/sources', [screen]);
  await expectText('lists.example.com');
  await choose('Refresh now');
  await expectText('Daily list is refreshed in a moment');
  await choose('Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit source Daily list' });
  await expect.element(dialog.getByLabelText('Address of the list')).toHaveValue('');
  await userEvent.click(dialog.getByRole('button', { name: 'Save source' }));
  await expect.poll(() => api.callsTo(`PATCH ${at}`)).toHaveLength(1);
  expect(api.callsTo(`PATCH ${at}`)[0]?.body).not.toHaveProperty('url');
});

test('support sees sources of the pool, but cannot change them', async () => {
  stubApi({ [`GET ${poolPath}`]: ok(pageOfRows([createSource()])) });
  const screen = { path: '/sources', element: PoolSources, context: { id: 1, roles: ['support'] } };
  await renderScreen('/sources', [screen]);
  await expectText('Daily list');
  await expect.element(page.getByRole('button', { name: 'Add source' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Actions/ })).not.toBeInTheDocument();
});

const proxiesPath = '/apix/data_proxy/resources/shop/proxies/';
const pool = {
  total: 1,
  available: 1,
  cooldown: 0,
  blocked: 0,
  dead: 0,
  next_release_at: null,
  exhausted_at: null,
};
const Proxies = () => <ProxiesPanel name="shop" />;
const openProxies = () => {
  const api = stubApi({
    [`GET ${path}`]: ok(pageOfRows([])),
    [`GET ${proxiesPath}`]: ok({ ...pageOfRows([createProxy()]), pool }),
  });
  return renderScreen('/', [{ path: '/', element: Proxies }]).then(() => api);
};

test('an import counts its lines, and those with problems are corrected and sent again', async () => {
  const api = await openProxies();
  await press('Add proxies');
  const dialog = page.getByRole('dialog', { name: 'Add proxies to shop' });
  const lines = dialog.getByRole('textbox', { name: 'Proxies' });
  const submit = dialog.getByRole('button', { name: 'Add proxies' });
  const result = { added: 2, updated: 0, duplicates: 1, lines: [], lines_total: 5 };
  const rejected = [
    { line: 2, error: 'Write host:port.' },
    { line: 4, error: 'Check the port.' },
  ];
  api.answers[`POST ${proxiesPath}`] = ok({ ...result, rejected, rejected_total: 2 });
  await userEvent.fill(lines, 'a.test:1\nb.test\nc.test:1\nd.test:x\na.test:1');
  await userEvent.click(submit);
  await expectText('2 added, 0 updated');
  await expectText('1 repeated, 2 not added');
  await press('Keep only what was not added');
  await expect.element(lines).toHaveValue('b.test\nd.test:x');
  await expect.element(lines).toHaveFocus();
  await expectText('Line 1: Write host:port.');
  await expectText('Line 2: Check the port.');
  await userEvent.fill(lines, 'b.test:1\nd.test:1');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Replace credentials' }));
  const done = { ...result, duplicates: 0, rejected: [], rejected_total: 0 };
  api.answers[`POST ${proxiesPath}`] = ok(done);
  await userEvent.click(submit);
  await expect.poll(() => api.callsTo(`POST ${proxiesPath}`).length).toBe(2);
  expect(api.callsTo(`POST ${proxiesPath}`)[1]?.body).toMatchObject({
    text: 'b.test:1\nd.test:1',
    replaces_credentials: true,
  });
});

test('the credentials of all proxies of a host are changed', async () => {
  const api = await openProxies();
  const changePath = `POST ${proxiesPath}credentials/`;
  await press('Actions for 203.0.113.1:8080');
  await userEvent.click(page.getByRole('menuitem', { name: 'Change credentials' }));
  const dialog = page.getByRole('dialog', { name: 'Change credentials of 203.0.113.1' });
  const submit = dialog.getByRole('button', { name: 'Change credentials' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), 'a:b');
  await userEvent.click(submit);
  await expectText('A user name has no colon and no line break.');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'User name' }), '');
  await userEvent.fill(dialog.getByLabelText('Password'), 'new word');
  api.answers[changePath] = ok({ host: ['No proxy with this host.'] }, 400);
  await userEvent.click(submit);
  await expectText('No proxy with this host.');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Port' }), '8080');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Host' }), '203.0.113.2');
  api.answers[changePath] = ok({ changed: 3 });
  await userEvent.click(submit);
  await expectText('3 proxies of 203.0.113.2 changed');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsTo(changePath).at(-1)?.body).toEqual({
    host: '203.0.113.2',
    port: 8080,
    password: 'new word',
  });
});
