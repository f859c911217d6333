import { beforeAll, expect, test } from 'vitest';
import { type SignedIn, useApp } from '#test/harness.ts';
import { isForScreenReaders, readDrawings, readPdf } from '#test/readers/pdf-text.ts';
import { readQrCode } from '#test/readers/qr-code.ts';
import { send } from '#test/requests.ts';
import { groupDigits } from '../../engine/text/group-digits.ts';

const t = useApp();
const car = {
  destination_country: 'UA',
  price: { amount: '1210000', currency: 'USD' },
  incoterm: 'CIF',
  origin_country: 'JP',
  powertrain: 'petrol',
  engine_capacity_cc: 1998,
  production_date: '2019-05',
  make: 'Тойота',
  exchange_rates: [{ from: 'EUR', to: 'USD', rate: '1.21' }],
};
const shirts = {
  ...{ destination_country: 'DE', currency: 'EUR', incoterm: 'CIF' },
  items: [{ description: 'T-shirts', hs_code: '610910', quantity: '1', unit_price: '10' }],
};
let who: SignedIn;

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('printer@example.com');
});

async function readDocument(kind: 'vehicle' | 'custom', facts: object) {
  const headers = who.headers;
  const folder = `/apix/data_customs/${kind}-calculation/`;
  const { body } = await send(t, 'POST', folder, facts, { headers });
  const at = `/apix/data_customs/pdf/${kind}/${body.id}/`;
  const { raw } = await send(t, 'GET', at, undefined, { headers });
  return { id: body.id, pdf: raw.rawPayload };
}
const fetchPdf = async (kind: 'vehicle' | 'custom', facts: object): Promise<Buffer> =>
  (await readDocument(kind, facts)).pdf;

test('a document contains the facts and every line, in any script', async () => {
  const title = 'Тойота 自動車 カローラ 한국어';
  const pdf = await fetchPdf('vehicle', { ...car, title, notes: 'Für Zoë, ул. Ленина' });
  expect(isForScreenReaders(pdf)).toBe(true);
  const pages = readPdf(pdf);
  expect(pages).toHaveLength(2);
  const text = pages.join('');
  for (const words of [
    title,
    'version 2, in force since 2026-01-01',
    '320,719.28 EUR',
    'Customs value 1,000,000.00 EUR',
    'Together 1,320,719.28 EUR',
    '10 % of 1,000,000',
    'Tax Code of Ukraine, art. 215.3.5-1',
    'Country of origin Japan',
    'Engine capacity 1,998 cm³',
    'Make Тойота',
    'Für Zoë, ул. Ленина',
    '(stated by you, 2026-11-21)',
    'Only the customs authority decides.',
    'Tax Code of Ukraine, article 215.3.5-1, since 2026-01-01. well sourced',
    'https://zakon.rada.gov.ua/laws/show/2755-17',
    'due for review on 2027-01-31',
    '2 / 2',
  ])
    expect(text).toContain(words.replace(/\s+/g, ''));
});

test.each([
  ['vehicle', 'vehicle'],
  ['custom', 'goods'],
] as const)('the QR code of a document links to its calculation: %s', async (kind, folder) => {
  const { id, pdf } = await readDocument(kind, kind === 'vehicle' ? car : shirts);
  const address = `${t.kernel.config.SITE_URL}/dashboard/customs/${folder}/${id}`;
  expect(readQrCode(readDrawings(pdf)[0]!)).toBe(address);
});

test('the rate sensitivity is listed with the rates', async () => {
  const text = readPdf(await fetchPdf('vehicle', car)).join('');
  expect(text).toMatch(
    /Withothercurrencies5%dearerthetotalis[\d,.]+EUR,withthem5%cheaper[\d,.]+EUR/,
  );
});

test('unknown parts are marked at the total, with the facts needed', async () => {
  const { engine_capacity_cc: _, ...rest } = car;
  const [page] = readPdf(await fetchPdf('vehicle', { ...rest, title: 'Unknown engine' }));
  expect(page).toContain('atleast320,000.00EUR');
  expect(page).toContain('Apartisunknown');
  expect(page).toContain('Whatwouldmakeitcomplete•Enginecapacity');
});

test('many goods continue over pages, each with its charges', async () => {
  const items = Array.from({ length: 60 }, (_, at) => ({
    description: `Parcel ${at + 1}`,
    hs_code: '61091000',
    quantity: '1000',
    unit: 'pair',
    unit_price: '2.50',
  }));
  const facts = { destination_country: 'DE', currency: 'EUR', incoterm: 'CIF', items };
  const pages = readPdf(await fetchPdf('custom', { ...facts, title: 'Sixty' }));
  expect(pages.length).toBeGreaterThan(2);
  expect(pages[1]).toContain('GoodsTariffcodeQuantityValue');
  const text = pages.join('');
  expect(text).toContain('1,000pairs');
  expect(text).toContain('Parcel60');
  expect(text).toContain('300.00EUR(12%)');
  expect(text.match(/2,500\.00EUR2\.50EUReach/g)).toHaveLength(60);
  expect(pages.at(-1)).toContain(`${pages.length}/${pages.length}`);
});

test('a character missing from all fonts loses only the accessibility tags', async () => {
  const pdf = await fetchPdf('vehicle', { ...car, title: 'Linear B 𐀀' });
  expect(isForScreenReaders(pdf)).toBe(false);
  expect(readPdf(pdf).length).toBeGreaterThan(0);
});

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1234567.89', '1,234,567.89'],
  ['1000.123456', '1,000.123456'],
])('digits of %s are grouped', (text, grouped) => {
  expect(groupDigits(text)).toBe(grouped);
});

test('a comparison is printed with every scenario, in its currency and in US dollars', async () => {
  const scenarios = [
    { label: 'Ukraine', changes: {} },
    { label: 'Germany', changes: { destination_country: 'DE' } },
    { label: 'Nowhere', changes: { destination_country: 'BR' } },
  ];
  const { raw } = await send(
    t,
    'POST',
    '/apix/data_customs/vehicle-calculation/compare/?format=pdf&preview=true',
    { base: car, scenarios },
    { headers: who.headers },
  );
  expect(raw.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="customs-vehicle-comparison.pdf"',
  });
  expect(isForScreenReaders(raw.rawPayload)).toBe(true);
  const text = readPdf(raw.rawPayload).join('');
  for (const words of [
    'Import duties and taxes compared',
    'Customs value',
    '1,000,000.00 EUR',
    '1,136,363.64 USD',
    'Price 1,210,000 USD',
    '320,719.28 EUR',
    'Landed cost',
    'Not calculated',
    'Nowhere: ',
    'Make Тойота',
    'Ukraine: ',
    'version 2, in force since 2026-01-01',
  ])
    expect(text).toContain(words.replaceAll(' ', ''));
});
