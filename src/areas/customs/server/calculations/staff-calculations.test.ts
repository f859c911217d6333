import { beforeAll, expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { petrolCar } from '#test/factories/petrol-car.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readPdf } from '#test/readers/pdf-text.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/admin/calculations/';
const car = {
  ...petrolCar,
  title: 'Corolla',
  notes: 'Between us',
};
const shirts = {
  destination_country: 'DE',
  currency: 'EUR',
  items: [{ description: 'Shirts', hs_code: '61091000', quantity: '2', unit_price: '5' }],
};
let customer: SignedIn;
let other: SignedIn;
let support: SignedIn;
let sales: SignedIn;

/** Without its blanks. */
const readPdfText = (pdf: Buffer): string => readPdf(pdf).join(' ');

const get = (who: SignedIn | null, url: string) =>
  send(t, 'GET', url, undefined, who ? { headers: who.headers } : {});

async function save(who: SignedIn, kind: string, facts: object): Promise<number> {
  const folder = `/apix/data_customs/${kind}-calculation/`;
  const { body } = await send(t, 'POST', folder, facts, { headers: who.headers });
  return body.id as number;
}

beforeAll(async () => {
  customer = await t.signIn('customer@example.com');
  other = await t.signIn('other@example.com');
  support = await t.signIn('support@example.com', { roles: ['support'] });
  sales = await t.signIn('sales@example.com', { roles: ['sales'] });
});

test('support lists the calculations of a customer, of both kinds', async () => {
  const owner = await t.signIn('owner@example.com');
  const goods = await save(owner, 'custom', shirts);
  const vehicle = await save(owner, 'vehicle', car);
  await save(other, 'vehicle', car);
  const list = `${path}?user=${owner.accountId}`;
  const { body } = await get(support, list);
  expect(body).toMatchObject({
    count: 2,
    results: expect.arrayContaining([
      expect.objectContaining({ id: vehicle, kind: 'vehicle', title: 'Corolla' }),
      expect.objectContaining({ id: goods, kind: 'custom', inputs_summary: 'Shirts' }),
    ]),
  });
  expect((await get(support, `${list}&kind=custom`)).body).toMatchObject({ count: 1 });
  expect((await get(support, `${list}&page=9`)).status).toBe(404);
  expect((await get(support, `${path}?user=me`)).body).toMatchObject({
    user: ['A valid integer is required.'],
  });
  expect((await get(support, `${path}${vehicle}/`)).body).toMatchObject({
    id: vehicle,
    title: 'Corolla',
    notes: '',
    destination_country: 'UA',
  });
});

test.each([
  ['vehicle', car],
  ['custom', { ...shirts, notes: 'Between us' }],
])('support reads a %s by the path of its owner, and changes nothing', async (kind, facts) => {
  const id = await save(customer, kind, facts);
  const at = `/apix/data_customs/${kind}-calculation/${id}/`;
  const pdf = `/apix/data_customs/pdf/${kind}/${id}/`;
  const { status, body } = await get(support, at);
  expect([status, body.id, body.notes]).toEqual([200, id, '']);
  const { pathname, search } = new URL(String(body.pdf_url));
  const documents = [await get(support, pdf), await get(null, pathname + search)];
  for (const document of documents) {
    expect(document.status).toBe(200);
    expect(readPdfText(document.raw.rawPayload)).not.toContain('Betweenus');
  }
  expect(readPdfText((await get(customer, pdf)).raw.rawPayload)).toContain('Betweenus');
  for (const url of [at, pdf]) expect((await get(sales, url)).status).toBe(404);
  for (const [method, url] of [
    ['PATCH', at],
    ['DELETE', at],
    ['POST', `${at}share/`],
    ['DELETE', `${at}share/`],
  ] as const) {
    const change = method === 'PATCH' ? { title: 'Ours' } : undefined;
    const reply = await send(t, method, url, change, { headers: support.headers });
    expect([method, url, reply.status]).toEqual([method, url, 404]);
  }
});

test('an API key of a support account acts as a customer', async () => {
  const id = await save(customer, 'vehicle', car);
  const { headers } = await createApiKey(t, support, { scopes: ['customs'] });
  const at = `/apix/data_customs/vehicle-calculation/${id}/`;
  expect((await send(t, 'GET', at, undefined, { headers })).status).toBe(404);
});

test('no other role does', async () => {
  const id = await save(customer, 'vehicle', car);
  for (const url of [`${path}?user=${customer.accountId}`, `${path}${id}/`]) {
    expect((await get(null, url)).status).toBe(401);
    expect((await get(other, url)).status).toBe(403);
    expect((await get(sales, url)).status).toBe(403);
  }
  expect((await get(support, `${path}99999999/`)).status).toBe(404);
  expect((await get(support, `${path}x/`)).status).toBe(404);
});
