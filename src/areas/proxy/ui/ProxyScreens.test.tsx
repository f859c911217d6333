import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { createProxy, createResource, createStatistics } from '#test/fixtures/proxy.ts';
import ResourceScreen from './resources/ResourceScreen.tsx';
import Resources from './resources/Resources.tsx';
import { exampleUrl, snippetsFor } from './resources/snippets.ts';
import ProxyPool from './staff/ProxyPool.tsx';

const listPath = 'GET /apix/data_proxy/resources/';
const shopPath = '/apix/data_proxy/resources/shop/';
const ok = (body: unknown, status = 200) => ({ status, body });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const gone = (words: string) =>
  expect.element(page.getByText(words).first()).not.toBeInTheDocument();
const press = (name: string | RegExp) =>
  userEvent.click(page.getByRole('button', { name }).first());
const pool = {
  total: 2,
  available: 1,
  cooldown: 0,
  blocked: 1,
  dead: 0,
  next_release_at: null,
  exhausted_at: null,
};
const listPage = (rows: unknown[], change: object = {}) =>
  ok({ ...pageOfRows(rows), pool: { ...pool, ...change } });
/** Of the shared pool: nothing is wrong with its checks. */
const checks = { incident: null, is_target_private: false };
const answers = () => ({
  [`GET ${shopPath}`]: ok(createResource()),
  [`GET ${shopPath}statistics/`]: ok(createStatistics()),
  [`GET ${shopPath}proxies/`]: listPage([createProxy()]),
  [`GET ${shopPath}sub-users/`]: ok(pageOfRows([])),
});
const openShop = (query = '') =>
  renderScreen(`/dashboard/proxy/shop${query}`, [
    { path: '/dashboard/proxy/:name', element: ResourceScreen },
    { path: '/dashboard/proxy', element: Resources },
  ]);
const openList = () =>
  renderScreen('/dashboard/proxy', [{ path: '/dashboard/proxy', element: Resources }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('resources show their health, the empty state and errors', async () => {
  const api = stubApi({ [listPath]: ok(pageOfRows([createResource({ is_active: false })])) });
  const list = await openList();
  await expectText('2 available, 1 blocked');
  await expectText(/97\.5%/);
  await expectText('Off');
  api.answers[listPath] = ok(pageOfRows([]));
  await list.queryClient.refetchQueries();
  await expectText('No resources yet');
  await list.unmount();
  api.answers[listPath] = ok({ detail: 'Not now.' }, 400);
  await openList();
  await expectText('Not now.');
  api.answers[listPath] = ok(pageOfRows([createResource()]));
  await press('Try again');
  await expectText('2 available, 1 blocked');
});

test('a resource is created; errors are shown at their fields', async () => {
  const api = stubApi({ [listPath]: ok(pageOfRows([])) });
  const { router } = await openList();
  await press('Create resource');
  const form = page.getByRole('dialog', { name: 'Create a resource' });
  const submit = form.getByRole('button', { name: 'Create resource' });
  await expect.element(form.getByRole('textbox', { name: 'Ban statuses' })).not.toBeInTheDocument();
  await userEvent.click(form.getByText(/^More settings/));
  await userEvent.fill(form.getByRole('textbox', { name: 'Ban statuses' }), '403, none');
  await userEvent.click(submit);
  await expectText('Enter at least one host, such as example.com.');
  await expectText('A valid integer is required.');
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  expect(api.callsTo(`POST ${listPath.slice(4)}`)).toEqual([]);
  await userEvent.fill(form.getByRole('textbox', { name: 'Ban statuses' }), '403, 407, 429');
  await userEvent.fill(form.getByRole('textbox', { name: 'Name' }), 'shop');
  await userEvent.fill(form.getByRole('textbox', { name: 'Target hosts' }), 'a.test\n*.b.test');
  await userEvent.fill(form.getByRole('textbox', { name: 'Description' }), 'Prices, daily');
  await userEvent.click(form.getByRole('checkbox', { name: 'SOCKS5' }));
  const headers = form.getByRole('textbox', { name: 'Ban headers' });
  await userEvent.fill(headers, 'cf-mitigated: challenge\n\n x-wall ');
  await userEvent.fill(form.getByRole('textbox', { name: 'Ban texts' }), 'Access denied\n');
  await userEvent.fill(form.getByRole('textbox', { name: 'Bans before a block' }), '5');
  const refused = { target_hosts: ['Not this one.'], max_failures: ['Too few.'] };
  api.answers[`POST ${listPath.slice(4)}`] = ok(refused, 400);
  await userEvent.click(submit);
  await expectText('Not this one.');
  await expectText('Too few.');
  await userEvent.fill(form.getByRole('textbox', { name: 'Target hosts' }), 'a.test\n*.c.test');
  await gone('Not this one.');
  await expectText('Too few.');
  await userEvent.fill(form.getByRole('textbox', { name: 'Failures before a block' }), '4');
  await gone('Too few.');
  const full = {
    non_field_errors: ['No room.'],
    code: 'resource_limit_reached',
    limit: 1,
    available: 0,
  };
  api.answers[`POST ${listPath.slice(4)}`] = ok(full, 400);
  await userEvent.click(submit);
  await expectText('Your plan is full');
  api.answers[`POST ${listPath.slice(4)}`] = ok(createResource(), 201);
  await userEvent.click(submit);
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/proxy/shop');
  expect(api.callsTo(`POST ${listPath.slice(4)}`)[0]?.body).toMatchObject({
    name: 'shop',
    description: 'Prices, daily',
    protocols: ['socks5'],
    target_hosts: ['a.test', '*.b.test'],
    max_failures: 3,
    ban_status_codes: [403, 407, 429],
    ban_threshold: 5,
    ban_window_seconds: 600,
    ban_headers: ['cf-mitigated: challenge', 'x-wall'],
    ban_texts: ['Access denied'],
    requests_per_minute: null,
  });
});

test('a resource shows statistics, failure reasons and proxies', async () => {
  stubApi(answers());
  await openShop();
  await expectText('1,200');
  await expectText('480 ms');
  await expectText('Timed out.');
  await expectText('HTTP 200');
  await expectText('Germany');
  await expectText('crawler');
  await expectText('Test console');
  await expectText('203.0.113.7:8080');
  await expectText('203.0.113.1:8080');
  await expect
    .element(page.getByRole('application', { name: '1,200 requests, 97.5% successful' }))
    .toBeInTheDocument();
});

test('status and order of proxies are in the URL, with the period', async () => {
  const api = stubApi(answers());
  const { router } = await openShop('?period=7d&page=2');
  const lastPath = () => api.callsTo(`GET ${shopPath}proxies/`).at(-1)?.path;
  await expectText('203.0.113.1:8080');
  expect(lastPath()).toMatch(/\?status=all&overview=true&page=2$/);
  await userEvent.click(page.getByRole('button', { name: 'Latency' }));
  await expect.poll(lastPath).toMatch(/page=1&ordering=latency_ms$/);
  api.answers[`GET ${shopPath}proxies/`] = listPage([]);
  await userEvent.selectOptions(page.getByLabelText('Status'), 'Blocked');
  await expectText('No proxy is in this state');
  expect(router.state.location.search).toBe('?period=7d&ordering=latency_ms&status=blocked');
});

test('a proxy is tested, blocked and released from its menu', async () => {
  const api = stubApi(answers());
  await openShop();
  const { id } = createProxy();
  const choose = async (action: string) => {
    await press('Actions for 203.0.113.1:8080');
    await userEvent.click(page.getByRole('menuitem', { name: action }));
  };
  api.answers[`POST ${shopPath}proxies/${id}/test/`] = ok({
    is_working: false,
    latency_ms: null,
    exit_address: null,
    error: 'auth_failed',
    how_to_fix: 'Correct the password.',
    proxy: createProxy(),
  });
  await choose('Test now');
  await expectText(/does not work. Correct the password./);
  const blockPath = 'POST /apix/data_proxy/proxy/block/';
  api.answers[blockPath] = ok({ replacement: createProxy({ host: '203.0.113.2' }) });
  api.answers[`GET ${shopPath}proxies/`] = listPage(
    [
      createProxy({
        status: 'blocked',
        block_reason: 'banned',
        block_note: 'HTTP 403 https://example.com/cart',
        blocked_until: '2099-01-01T00:00:00Z',
      }),
    ],
    { available: 0, exhausted_at: '2026-11-20T12:00:00Z' },
  );
  await choose('Block');
  await expectText('203.0.113.1:8080 is blocked, 203.0.113.2:8080 is next');
  expect(api.callsTo(blockPath)[0]?.body).toMatchObject({ resource: 'shop', proxy: id });
  await expectText('No proxy is available');
  await expectText(/Banned by the site/);
  await expectText('HTTP 403 https://example.com/cart');
  api.answers[`POST ${shopPath}proxies/${id}/release/`] = ok(createProxy());
  await choose('Release');
  await expectText('203.0.113.1:8080 is released');
  api.answers[`DELETE ${shopPath}proxies/${id}/`] = { status: 204 };
  await choose('Remove');
  await userEvent.click(
    page
      .getByRole('alertdialog', { name: 'Remove 203.0.113.1:8080?' })
      .getByRole('button', { name: 'Remove proxy' }),
  );
  await expect.poll(() => api.callsTo(`DELETE ${shopPath}proxies/${id}/`)).toHaveLength(1);
});

test('an import shows rejected lines', async () => {
  const api = stubApi(answers());
  await openShop();
  await press('Add proxies');
  const dialog = page.getByRole('dialog', { name: 'Add proxies to shop' });
  const submit = dialog.getByRole('button', { name: 'Add proxies' });
  const addPath = `POST ${shopPath}proxies/`;
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Country' }), 'X');
  await userEvent.click(submit);
  await expectText('Enter a country as two letters, such as DE.');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Country' }), '');
  await userEvent.click(submit);
  await expectText('Enter at least one proxy.');
  expect(api.callsTo(addPath)).toEqual([]);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Proxies' }), '203.0.113.9:80');
  await gone('Enter at least one proxy.');
  api.answers[addPath] = ok({ country_code: ['Enter a country.'] }, 400);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Country' }), 'XX');
  await userEvent.click(submit);
  await expectText('Enter a country.');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Country' }), '');
  await gone('Enter a country.');
  api.answers[addPath] = ok({
    added: 1,
    updated: 0,
    duplicates: 1,
    rejected: [{ line: 4, error: 'Write host:port.' }],
    rejected_total: 1201,
    lines: [
      { line: 1, outcome: 'added' },
      { line: 3, outcome: 'duplicate', duplicate_of: 1 },
      { line: 4, outcome: 'invalid', error: 'Write host:port.' },
    ],
  });
  const text = '203.0.113.9:80\n\n203.0.113.9:80\nx';
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Proxies' }), text);
  await userEvent.click(submit);
  await expectText('1 added, 0 updated');
  const problems = page.getByRole('list', { name: 'Lines with problems' }).getByRole('listitem');
  await expect.element(problems.nth(0)).toHaveTextContent('Line 3: Repeats line 1.');
  await expect.element(problems.nth(1)).toHaveTextContent('Line 4: Write host:port.');
  await expectText('And 1,200 more lines.');
  expect(api.callsTo(addPath).at(-1)?.body).toEqual({
    text,
    protocol: 'http',
    provider: '',
  });
  await userEvent.selectOptions(dialog.getByLabelText('Type'), 'Residential');
  await userEvent.click(submit);
  await expect.poll(() => api.callsTo(addPath).at(-1)?.body).toMatchObject({ type: 'residential' });
  const file = new File(['host,port\n203.0.113.9,80'], 'proxies.csv', { type: 'text/csv' });
  await userEvent.upload(dialog.getByLabelText('File with proxies'), file);
  await expect
    .element(dialog.getByRole('textbox', { name: 'Proxies' }))
    .toHaveValue('host,port\n203.0.113.9,80');
});

test('unsaved input is not lost without confirmation', async () => {
  const api = stubApi(answers());
  const { router } = await openShop();
  const dialog = page.getByRole('dialog', { name: 'Add proxies to shop' });
  const lines = dialog.getByRole('textbox', { name: 'Proxies' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const leave = question.getByRole('button', { name: 'Leave without saving' });
  await press('Add proxies');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Add proxies');
  await userEvent.fill(lines, '203.0.113.9:80');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  await expect.element(lines).toHaveValue('203.0.113.9:80');
  void router.navigate('/dashboard/proxy');
  await expect.element(question).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard/proxy/shop');
  await userEvent.click(question.getByRole('button', { name: 'Stay' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(leave);
  await expect.element(dialog).not.toBeInTheDocument();
  await press('Settings');
  const settings = page.getByRole('dialog', { name: 'Settings of shop' });
  await userEvent.fill(settings.getByRole('textbox', { name: 'Title' }), 'Shops');
  await userEvent.click(settings.getByRole('button', { name: 'Close' }));
  await userEvent.click(leave);
  await expect.element(settings).not.toBeInTheDocument();
  expect(api.callsTo(`PATCH ${shopPath}`)).toEqual([]);
});

test('the test console shows the response with its attempts, or the error', async () => {
  const api = stubApi(answers());
  await openShop();
  const path = `POST ${shopPath}fetch/`;
  api.answers[path] = ok({ non_field_errors: ['No proxy is left.'], code: 'pool_exhausted' }, 422);
  await press('Fetch');
  await expectText('No proxy is left.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Session' }), 'a b');
  await press('Fetch');
  await expectText('Use 1 to 64 letters, digits, - and _.');
  await gone('No proxy is left.');
  expect(api.callsTo(path)).toHaveLength(1);
  api.answers[path] = ok({ session: ['This session is taken.'] }, 400);
  await userEvent.fill(page.getByRole('textbox', { name: 'Session' }), 'ab');
  await press('Fetch');
  await expectText('This session is taken.');
  await expect.element(page.getByRole('textbox', { name: 'Session' })).toHaveValue('ab');
  await userEvent.fill(page.getByRole('textbox', { name: 'Session' }), '');
  await gone('This session is taken.');
  api.answers[path] = ok({
    status: 200,
    error: null,
    how_to_fix: null,
    elapsed_ms: 420,
    connect_ms: 80,
    exit_address: '203.0.113.99',
    content_type: 'text/plain',
    size_bytes: 5,
    body: 'hello',
    proxy: createProxy(),
    attempts: [
      { proxy: '203.0.113.2:80', status: 403, error: 'banned', elapsed_ms: 100 },
      { proxy: '203.0.113.1:8080', status: 200, error: null, elapsed_ms: 320 },
    ],
  });
  await press('Fetch');
  await expectText('HTTP 200');
  await expectText('hello');
  await expectText(/Banned by the site, 100 ms/);
  expect(api.callsTo(path).at(-1)?.body).toEqual({ url: 'https://example.com/' });
});

test('settings are edited, and a resource is deleted after confirmation', async () => {
  const api = stubApi(answers());
  const { router } = await openShop();
  await press('Settings');
  const dialog = page.getByRole('dialog', { name: 'Settings of shop' });
  await userEvent.selectOptions(dialog.getByLabelText('Strategy'), 'Sticky sessions');
  api.answers[`PATCH ${shopPath}`] = ok(createResource({ strategy: 'sticky' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save resource' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsTo(`PATCH ${shopPath}`)[0]?.body).toMatchObject({ strategy: 'sticky' });
  await press('Settings');
  await userEvent.selectOptions(dialog.getByLabelText('Strategy'), 'Sticky sessions');
  await userEvent.fill(dialog.getByLabelText('Session, seconds'), 'x');
  await userEvent.selectOptions(dialog.getByLabelText('Strategy'), 'Random');
  await userEvent.click(dialog.getByRole('button', { name: 'Save resource' }));
  await expect.element(dialog).not.toBeInTheDocument();
  const changes = api.callsTo(`PATCH ${shopPath}`)[1]?.body;
  expect(changes).toMatchObject({ strategy: 'random' });
  expect(changes).not.toHaveProperty('sticky_ttl_seconds');
  await press('Delete');
  api.answers[`DELETE ${shopPath}`] = { status: 204 };
  api.answers[listPath] = ok(pageOfRows([]));
  await userEvent.click(
    page
      .getByRole('alertdialog', { name: 'Delete resource shop?' })
      .getByRole('button', { name: 'Delete resource' }),
  );
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/proxy');
});

test('staff list the pool and disable a proxy', async () => {
  const row = {
    ...createProxy({ username: null }),
    state: 'working',
    is_active: true,
    blocks: 2,
    created_at: '2026-11-01T12:00:00Z',
  };
  const counts = { total: 3, working: 1, failing: 2, unchecked: 0, dead: 0, inactive: 0 };
  const poolPath = '/apix/admin/proxies/';
  const api = stubApi({
    [`GET ${poolPath}`]: ok({ ...pageOfRows([row]), counts, ...checks }),
  });
  const context = { id: 1, roles: ['admin'] };
  await renderScreen('/admin/proxies', [{ path: '/admin/proxies', element: ProxyPool, context }]);
  await expectText('1 working, 2 failing');
  await expectText('Blocked for 2 resources');
  await gone('Proxies cannot reach the address that their checks request');
  await userEvent.selectOptions(page.getByLabelText('State'), 'Working');
  await expect
    .poll(() => api.callsTo(`GET ${poolPath}`).at(-1)?.path)
    .toMatch(/\?state=working&ordering=-created_at&/);
  api.answers[`PATCH ${poolPath}${row.id}/`] = ok({ ...row, is_active: false, state: 'inactive' });
  await press('Actions for 203.0.113.1:8080');
  await userEvent.click(page.getByRole('menuitem', { name: 'Disable' }));
  await expectText('203.0.113.1:8080 is disabled');
  expect(api.callsTo(`PATCH ${poolPath}${row.id}/`)[0]?.body).toEqual({ is_active: false });
  await userEvent.click(page.getByRole('checkbox', { name: /203\.0\.113\.1:8080/ }));
  api.answers[`DELETE ${poolPath}${row.id}/`] = { status: 204 };
  await press('Remove');
  const dialog = page.getByRole('alertdialog', { name: 'Remove 1 proxy?' });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await expectText('1 removed');
});

test('support can check pool proxies, but not change them', async () => {
  const row = { ...createProxy({ username: null }), state: 'working', is_active: true, blocks: 0 };
  const counts = { total: 1, working: 1, failing: 0, unchecked: 0, dead: 0, inactive: 0 };
  const incident = { cause: 'target', started_at: '2026-11-20T12:00:00Z' };
  stubApi({
    'GET /apix/admin/proxies/': ok({ ...pageOfRows([row]), counts, ...checks, incident }),
  });
  const context = { id: 1, roles: ['support'] };
  await renderScreen('/admin/proxies', [{ path: '/admin/proxies', element: ProxyPool, context }]);
  await expectText('The address that proxy checks request does not respond');
  await expectText(/Check SITE_URL and PROXY_CHECK_URL\. It began/);
  await press('Actions for 203.0.113.1:8080');
  await expect.element(page.getByRole('menuitem', { name: 'Check now' })).toBeVisible();
  for (const name of ['Disable', 'Remove'])
    await expect.element(page.getByRole('menuitem', { name })).not.toBeInTheDocument();
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

test('snippets contain the resource, the gateway and a matching URL', () => {
  const url = exampleUrl(['*.example.com']);
  expect(url).toBe('https://example.com/');
  for (const { code } of snippetsFor({ resource: 'shop', address: 'localhost:3100', url })) {
    expect(code).toContain('shop.session-1:YOUR_API_KEY');
    expect(code).toContain('localhost:3100');
    expect(code).toContain(url);
  }
});
