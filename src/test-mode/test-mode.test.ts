import { once } from 'node:events';
import http from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { issueMissing } from '#areas/invoices/server/issue/issue-invoices.ts';
import { verifyLedger } from '#areas/ledger/server/index.ts';
import { throwChosenError } from '#kernel/http/chosen-errors.ts';
import type { ApiError } from '#kernel/http/errors.ts';
import { listEndpoints } from '#lib/api-description.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import { scopes } from '#lib/scopes.ts';
import { isAlwaysLive } from '#lib/test-mode.ts';
import type { SignedIn } from '#test/harness.ts';
import { readPdf } from '#test/readers/pdf-text.ts';
import { inTestMode, useTestMode } from '#test/use-test-mode.ts';
import { contracts } from '../contracts.ts';
import { isServed } from './open-test-environment.ts';

const t = useTestMode();
let ada: SignedIn;
let key: string;

const keysPath = '/apix/billing/api-keys/';
const paymentsPath = '/apix/payments/payments/';
const currenciesPath = '/apix/data_customs/currencies/';
const balancePath = '/apix/payments/transactions/balance/?currency=USD';
const vehicle = {
  destination_country: 'DE',
  origin_country: 'JP',
  price: { amount: '18600', currency: 'EUR' },
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2021-05',
};
const byKey = (value = key) => ({ 'x-api-key': value });

async function createKey(headers: Record<string, string>, name: string): Promise<string> {
  const created = await t.send('POST', keysPath, { headers, body: { name, scopes } });
  expect(created.status).toBe(201);
  return String(created.body.key);
}

beforeAll(async () => {
  ada = await t.live.signIn('ada@example.com');
  key = await createKey(inTestMode(ada), 'program');
});

describe('who is in test mode', () => {
  test('a key that a session made in test mode', async () => {
    expect(key).toMatch(/^sk_test_/);
    const read = await t.send('GET', currenciesPath, { headers: byKey() });
    expect(read.status).toBe(200);
    expect(read.headers.get('x-test-mode')).toBe('true');
  });

  test('neither a live key nor a session that does not ask for it', async () => {
    const live = await createKey(ada.headers, 'live');
    expect(live).toMatch(/^sk_live_/);
    for (const headers of [byKey(live), ada.headers]) {
      const read = await t.send('GET', currenciesPath, { headers });
      expect([read.status, read.headers.get('x-test-mode')]).toEqual([200, null]);
    }
    const { body } = await t.send('GET', keysPath, { headers: ada.headers });
    expect((body.results as { name: string }[]).map(({ name }) => name)).toEqual(['live']);
  });

  test('no key that nobody made, and no session that ended', async () => {
    const unknown = await t.send('GET', currenciesPath, { headers: byKey('sk_test_x') });
    expect([unknown.status, unknown.body.code]).toEqual([401, 'api_key_invalid']);
    const headers = { ...inTestMode(ada), authorization: 'Bearer a.b.c' };
    const ended = await t.send('GET', keysPath, { headers });
    expect([ended.status, ended.body.code]).toEqual([401, 'token_not_valid']);
  });

  test('staff are customers there', async () => {
    const staff = await t.live.signIn('staff@example.com', { roles: ['admin'] });
    const listed = await t.send('GET', '/apix/admin/users/', { headers: inTestMode(staff) });
    expect([listed.status, listed.body.code]).toEqual([403, 'live_mode_only']);
  });

  test('what exists once is changed by neither a session nor a key', async () => {
    const profile = '/apix/accounts/profile/';
    const ticket = { subject: 'Help', description: 'Please.', category: 'billing' };
    for (const headers of [byKey(), inTestMode(ada)]) {
      const read = await t.send('GET', profile, { headers });
      expect([read.status, read.body.email]).toEqual([200, ada.email]);
      expect(read.headers.get('x-test-mode')).toBe('true');
      for (const [method, path, body] of [
        ['PATCH', `${profile}partial/`, { first_name: 'Eve' }],
        ['POST', '/apix/support/tickets/', ticket],
        ['GET', '/apix/support/tickets/', undefined],
        ['GET', '/apix/accounts/sessions/', undefined],
      ] as const) {
        const refused = await t.send(method, path, { headers, ...(body && { body }) });
        expect([refused.status, refused.body.code], path).toEqual([403, 'live_mode_only']);
      }
    }
  });

  test('the dashboard makes every call live that test mode refuses', () => {
    const isOfStaff = ({ permission }: Endpoint) =>
      typeof permission === 'object' && 'staff' in permission;
    const refused = listEndpoints(contracts).filter(
      ({ endpoint }) => !isServed(endpoint) && !isOfStaff(endpoint),
    );
    expect(refused.length).toBeGreaterThan(30);
    for (const { endpoint } of refused) expect(isAlwaysLive(endpoint)).toBe(true);
  });

  test('a call that does not say clearly which mode it wants does nothing', async () => {
    const body = { amount: '25.00', pay_currency: 'USD' };
    const who = await t.live.signIn('unclear@example.com');
    const live = { 'x-api-key': await createKey(who.headers, 'live') };
    for (const [headers, code] of [
      [{ ...who.headers, 'x-test-mode': 'True' }, 'test_mode_invalid'],
      [{ ...live, 'x-test-mode': 'true' }, 'test_mode_contradiction'],
      [{ ...byKey(), 'x-test-mode': 'false' }, 'test_mode_contradiction'],
      [{ ...who.headers, 'x-test-error': 'throttled' }, 'test_error_in_live_mode'],
    ] as const) {
      const refused = await t.send('POST', paymentsPath, { headers, body });
      expect([refused.status, refused.body.code]).toEqual([400, code]);
    }
    expect((await t.send('GET', paymentsPath, { headers: who.headers })).body.count).toBe(0);
  });
});

describe('play money', () => {
  const readBalance = async (headers: Record<string, string>) =>
    (await t.send('GET', balancePath, { headers })).body;

  test('every account begins with it, and live it has none', async () => {
    const eve = await t.live.signIn('eve@example.com');
    expect(await readBalance(inTestMode(eve))).toMatchObject({ available: '10000.00' });
    expect(await readBalance(eve.headers)).toMatchObject({ available: '0.00' });
  });

  test('a payment is paid at the sandbox, whose address is one of test mode', async () => {
    const body = { amount: '25.00', pay_currency: 'USD' };
    const created = await t.send('POST', paymentsPath, { headers: inTestMode(ada), body });
    const page = new URL(String(created.body.payment_url));
    expect(page.pathname).toMatch(/^\/test\/pay\/sandbox\//);
    const paid = await fetch(t.origin + page.pathname, {
      method: 'POST',
      body: new URLSearchParams({ action: 'pay' }),
    });
    expect([paid.status, new URL(paid.url).pathname]).toEqual([200, page.pathname]);
    await expect.poll(() => readBalance(inTestMode(ada))).toMatchObject({ available: '10025.00' });
    expect((await t.send('GET', paymentsPath, { headers: ada.headers })).body.count).toBe(0);
    const { kernel } = await t.testMode.open();
    expect((await verifyLedger(kernel)).problems).toEqual([]);
  });
});

describe('assistants', () => {
  test('call test mode with a key of it', async () => {
    const url = new URL('/mcp', t.origin);
    const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers: byKey() } });
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('readBalance');
    const result = await client.callTool({ name: 'readBalance', arguments: { currency: 'USD' } });
    expect(JSON.stringify(result.content)).toMatch(/100(?:00|25)\.00/);
    await client.close();
  });
});

describe('documents and links', () => {
  async function orderPlan(email: string): Promise<Record<string, string>> {
    const headers = inTestMode(await t.live.signIn(email));
    const profile = { kind: 'person', country: 'US', email };
    const saved = await t.send('PUT', '/apix/invoices/billing-profile/', {
      headers,
      body: profile,
    });
    expect(saved.status).toBe(200);
    const body = { tariff: 'pro' };
    const ordered = await t.send('POST', '/apix/billing/subscriptions/', { headers, body });
    expect([ordered.status, ordered.body.status]).toEqual([201, 'active']);
    return headers;
  }

  test('invoices have numbers of their own, and each file says that it is a test', async () => {
    const headers = await orderPlan('invoices@example.com');
    const { areas } = await t.testMode.open();
    await issueMissing(areas.invoices);
    const listed = await t.send('GET', '/apix/invoices/', { headers });
    const [invoice] = listed.body.results as { number: string }[];
    const number = invoice!.number;
    expect(number).toMatch(/^TEST-INV-\d{4}-\d{6}$/);
    const open = (path: string) => fetch(t.origin + path, { headers });
    const readName = (file: Response) => file.headers.get('content-disposition');
    const xml = await open(`/apix/invoices/${number}/xml/`);
    expect(readName(xml)).toContain(`filename="${number}.xml"`);
    expect(await xml.text()).toContain('<cbc:Note>Test document');
    const pdf = await open(`/apix/invoices/${number}/pdf/`);
    expect(readPdf(Buffer.from(await pdf.arrayBuffer())).join('')).toContain('Madeintestmode');
    const csv = await open('/apix/payments/transactions/?currency=USD&format=csv');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(readName(csv)).toContain('filename="TEST-');
  });

  test('an event says that it happened in test mode', async () => {
    const headers = await orderPlan('events@example.com');
    const address = 'https://example.com/webhooks';
    const endpoint = await t.send('POST', '/apix/webhooks/endpoints/', {
      headers,
      body: { url: address, event_types: ['key.created'] },
    });
    expect(endpoint.status).toBe(201);
    await createKey(headers, 'event');
    const deliveries = await t.send('GET', '/apix/webhooks/deliveries/', { headers });
    const [delivery] = deliveries.body.results as { message: string }[];
    const path = `/apix/webhooks/events/${delivery!.message}/`;
    const event = await t.send('GET', path, { headers });
    expect(event.body).toMatchObject({ type: 'key.created', is_test: false, test_mode: true });
  });

  test('a shared calculation opens for anyone, and its PDF says that it is a test', async () => {
    const folder = '/apix/data_customs/vehicle-calculation/';
    const headers = inTestMode(ada);
    const body = { title: 'A car', ...vehicle };
    const { id } = (await t.send('POST', folder, { headers, body })).body;
    const shared = await t.send('POST', `${folder}${id}/share/`, { headers });
    const token = String(shared.body.share_url).split('/c/')[1];
    const read = await t.send('GET', `/apix/data_customs/shared/${token}/`);
    expect([read.status, read.body.title]).toEqual([200, 'A car']);
    const link = new URL(String(shared.body.pdf_url));
    expect(link.pathname).toMatch(/^\/test\/apix\//);
    const pdf = await fetch(t.origin + link.pathname + link.search);
    expect(readPdf(Buffer.from(await pdf.arrayBuffer())).join('')).toContain('Madeintestmode');
  });

  test('a page opens outside of test mode, and shows it when it is one of the dashboard', async () => {
    const open = async (path: string) => (await t.send('GET', path)).headers.get('location');
    expect(await open('/test/dashboard/plan?a=1')).toBe('/dashboard/plan?a=1&mode=test');
    expect(await open('/test/docs/errors/throttled')).toBe('/docs/errors/throttled');
    expect(await open('/test//example.com/')).toBe('/example.com/');
    expect(await open('/test/\\example.com')).toBe('/example.com');
  });

  test.each(['.//', '%2e//', '..//', './/\\', '.%2e//'])(
    'a redirect stays on the site after %s, which a browser would have normalised',
    async (between) => {
      const { port } = new URL(t.origin);
      const request = http.get({ port, host: '127.0.0.1', path: `/test/${between}example.com` });
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      response.resume();
      expect([response.statusCode, response.headers.location]).toEqual([302, '/example.com']);
    },
  );
});

describe('errors that are chosen', () => {
  const choose = (code: string) =>
    t.send('GET', currenciesPath, { headers: { ...byKey(), 'x-test-error': code } });

  function catchChosen(endpoint: Endpoint, code: string): ApiError {
    try {
      throwChosenError(endpoint, { 'x-test-error': code });
    } catch (error) {
      return error as ApiError;
    }
    throw new Error(`${code} was not thrown`);
  }

  test('any that the call can return, with the data of its page', async () => {
    const refused = await choose('quota_exceeded');
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'quota_exceeded', limit: expect.any(Number) });
  });

  test('another name is refused with those that there are', async () => {
    const refused = await choose('otp_invalid');
    expect([refused.status, refused.body.code]).toEqual([400, 'test_error_unknown']);
    expect(refused.body.codes).toContain('throttled');
  });

  test('every declared error of every call has data that its contract accepts', async () => {
    for (const { endpoint } of listEndpoints(contracts)) {
      const errors = [...Object.values(commonErrors), ...(endpoint.errors ?? [])];
      for (const code of new Set(errors.map((error) => error.code))) {
        const { declaration, data } = catchChosen(endpoint, code);
        expect(declaration.code).toBe(code);
        expect(declaration.data.safeParse(data).success, code).toBe(true);
      }
    }
  });
});
