// What every call on calculations has in common, for goods as for vehicles.
import { beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const readFolder = (kind: string) => `/apix/data_customs/${kind}-calculation/`;
const fetchPdf = (kind: string, id: unknown) => `/apix/data_customs/pdf/${kind}/${id}/`;
const inputs: Record<string, Record<string, unknown>> = {
  vehicle: {
    destination_country: 'AE',
    price: { amount: '10000', currency: 'AED' },
    incoterm: 'CIF',
  },
  custom: {
    destination_country: 'AE',
    currency: 'AED',
    incoterm: 'CIF',
    items: [{ description: 'Toys', hs_code: '950300', quantity: '1', value: '10000' }],
  },
};
const nowhere = (kind: string) => ({ ...inputs[kind], destination_country: 'BR' });
const scenario = { label: 'One', changes: {} };
let who: SignedIn;
let other: SignedIn;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, url: string, body?: object, by: SignedIn | null = who) =>
  send(t, method, url, body, by ? { headers: by.headers } : {});
const keep = async (kind: string): Promise<string> =>
  `${readFolder(kind)}${(await call('POST', readFolder(kind), inputs[kind])).body.id}/`;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('owner@example.com');
  other = await t.signIn('stranger@example.com');
});

describe.each(['vehicle', 'custom'])('%s', (kind) => {
  const folder = readFolder(kind);
  const calls: [Method, (at: string) => string, (() => object)?][] = [
    ['POST', () => `${folder}calculate/`, () => inputs[kind]!],
    ['POST', () => `${folder}compare/`, () => ({ base: inputs[kind], scenarios: [scenario] })],
    ['POST', () => folder, () => inputs[kind]!],
    ['GET', () => folder],
    ['GET', () => `${folder}history/`],
    ['GET', (at) => at],
    ['PUT', (at) => at, () => inputs[kind]!],
    ['PATCH', (at) => at, () => ({ title: 'New' })],
    ['POST', (at) => `${at}share/`],
    ['DELETE', (at) => `${at}share/`],
    ['DELETE', (at) => at],
  ];

  test.each(calls)('%s %s is only for its owner', async (method, readUrl, readBody) => {
    const at = await keep(kind);
    const url = readUrl(at);
    expect((await call(method, url, readBody?.(), null)).status).toBe(401);
    if (url.startsWith(at)) expect((await call(method, url, readBody?.(), other)).status).toBe(404);
    expect((await call(method, url, readBody?.())).status).toBeLessThan(300);
  });

  test('its PDF is only for its owner', async () => {
    const id = (await keep(kind)).split('/').at(-2);
    expect((await call('GET', fetchPdf(kind, id), undefined, null)).status).toBe(401);
    expect((await call('GET', fetchPdf(kind, id), undefined, other)).status).toBe(404);
  });

  test('its PDF opens by `pdf_url` for five minutes', async () => {
    const { body } = await call('GET', await keep(kind));
    const { origin, pathname, search } = new URL(String(body.pdf_url));
    expect([origin, pathname]).toEqual([t.config.SITE_URL, fetchPdf(kind, body.id)]);
    const open = (at: string, by: SignedIn | null = null) =>
      call('GET', at, undefined, by).then(({ status }) => status);
    const signed = pathname + search;
    expect([await open(signed), await open(signed, other)]).toEqual([200, 200]);
    const another = (await keep(kind)).split('/').at(-2);
    const later = search.replace(/expires=(\d+)/, (_, end) => `expires=${Number(end) + 60}`);
    for (const forged of [
      `${fetchPdf(kind, another)}${search}`,
      `${pathname}${later}`,
      `${pathname}${search.slice(0, -1)}${search.endsWith('A') ? 'B' : 'A'}`,
      `${pathname}?signature=`,
    ])
      expect([forged, await open(forged)]).toEqual([forged, 404]);
    t.clock.advance(5 * 60_000);
    expect(await open(signed)).toBe(404);
    expect(await open(signed, who)).toBe(200);
  });

  test('every call with facts rejects wrong ones', async () => {
    const at = await keep(kind);
    const wrong = { destination_country: 'Nowhere' };
    const refused: [Method, string, object][] = [
      ['POST', `${folder}calculate/`, { ...inputs[kind], ...wrong }],
      ['POST', folder, { ...inputs[kind], ...wrong }],
      ['PUT', at, { ...inputs[kind], ...wrong }],
      ['PATCH', at, wrong],
      ['POST', `${folder}compare/`, { base: { ...inputs[kind], ...wrong }, scenarios: [scenario] }],
    ];
    for (const [method, url, body] of refused)
      expect([url, (await call(method, url, body)).status]).toEqual([url, 400]);
  });

  test('every call that calculates rejects a country without rules', async () => {
    const at = await keep(kind);
    const refused: [Method, string, object][] = [
      ['POST', `${folder}calculate/`, nowhere(kind)],
      ['POST', folder, nowhere(kind)],
      ['PUT', at, nowhere(kind)],
      ['PATCH', at, { destination_country: 'BR' }],
      ['POST', `${folder}compare/`, { base: nowhere(kind), scenarios: [scenario] }],
    ];
    for (const [method, url, body] of refused) {
      const reply = await call(method, url, body);
      expect([url, reply.status, reply.body.code]).toEqual([url, 422, 'rule_set_not_found']);
    }
  });

  test('a run of another account cannot be saved, and a page beyond the last is not found', async () => {
    const run = (await call('POST', `${folder}calculate/`, inputs[kind])).body.id;
    const foreign = await call('POST', folder, { from_history: run }, other);
    expect(foreign.status).toBe(404);
    for (const list of [folder, `${folder}history/`])
      expect((await call('GET', `${list}?page=99`)).status).toBe(404);
  });
});
