import { describe, expect, it, test } from 'vitest';
import { listSearchEntries, listSearchTexts, plainText } from './page-texts.ts';
import {
  createExcerpt,
  createIndex,
  findLikelyPages,
  findPages,
  hasSearchWords,
  type SearchIndex,
} from './search-index.ts';

const entries = listSearchEntries();
const names = createIndex(entries);
const whole = createIndex(entries, listSearchTexts());

/** What people search for, and the page that they mean. */
const expected = [
  ['duty', '/customs'],
  ['price', '/pricing'],
  ['how much does it cost', '/pricing'],
  ['cost', '/pricing'],
  ['hourly rate', '/pricing'],
  ['api plans', '/pricing/api'],
  ['cusotms', '/customs'],
  ['soc 2', '/security'],
  ['hire developers', '/company/contact'],
  ['team', '/company/about'],
  ['careers', '/company/about'],
  ['contact', '/company/contact'],
  ['webhook', '/docs/guides/webhooks'],
  ['invoice', '/docs/invoices'],
  ['api key', '/docs/keys'],
  ['refund', '/docs/payments'],
  ['vat', '/customs'],
  ['speech to text', '/docs/speech'],
  ['transcribe', '/docs/speech'],
  ['proxy', '/docs/proxy'],
  ['mobile app', '/services/mobile-apps'],
  ['casino', '/solutions/igaming-casinos'],
  ['privacy', '/privacy'],
  ['pricng', '/pricing'],
  ['login', '/auth'],
  ['openapi', '/docs/api'],
  ['calculate duties vehicle', '/docs/api/customs/calculate-vehicle'],
  ['create an api key', '/docs/api/billing/create-api-key'],
  ['calculateVehicle', '/docs/api/customs/calculate-vehicle'],
  ['vehicle-calculation calculate', '/docs/api/customs/calculate-vehicle'],
  ['articles', '/blog'],
] as const;

describe.each([
  ['names alone', names],
  ['names and texts', whole],
])('with %s', (_, index) => {
  test.each(expected)('"%s" finds %s first', (query, path) => {
    expect(findPages(index, query)[0]?.path).toBe(path);
  });

  it('matches no single letters and no words that every page has', () => {
    for (const query of ['c', 'a', 'how do I', 'soc c'])
      expect(findPages(index, query).filter(({ words }) => hasShort(words))).toEqual([]);
    expect(findPages(index, 'x')).toEqual([]);
    expect(findPages(index, 'what is it')).toEqual([]);
  });
});

const hasShort = (words: ReadonlySet<string>) => [...words].some((word) => word.length < 2);

const listPaths = (index: SearchIndex, query: string) =>
  findPages(index, query).map(({ path }) => path);

describe('findPages', () => {
  const index = createIndex(
    [
      { path: '/a', label: 'Ledger', description: 'Accounts and entries.' },
      { path: '/b', label: 'Invoices', description: 'Voices are no invoices.' },
      { path: '/c', label: 'Renderer in C++', description: 'Draws a ledger.' },
    ],
    { '/b': { headings: 'How to pay', text: 'Each invoice becomes an entry of the ledger.' } },
  );

  it('ranks a name before a description, and that before a text', () => {
    expect(listPaths(index, 'ledger')).toEqual(['/a', '/c', '/b']);
  });

  it('needs all words where a page has them, and some otherwise', () => {
    expect(listPaths(index, 'ledger entries')).toEqual(['/a']);
    expect(listPaths(index, 'renderer invoices')).toEqual(['/b', '/c']);
  });

  it('finds an unfinished word, and corrects only words that no page has', () => {
    expect(listPaths(index, 'led')).toContain('/a');
    expect(listPaths(index, 'legder')).toContain('/a');
    expect(listPaths(index, 'voices')).toEqual(['/b']);
    expect(listPaths(index, 'pya')).toEqual([]);
  });

  it('knows names that end in a sign', () => {
    expect(listPaths(index, 'c++')).toEqual(['/c']);
  });

  it('puts the page that is called like the query before all others', () => {
    const called = createIndex([
      { path: '/monitor', label: 'Price monitor', description: 'Price by price by price.' },
      { path: '/plans', label: 'Plans', description: 'Four plans.', alsoCalled: ['price', 'cost'] },
    ]);
    expect(listPaths(called, 'the price')).toEqual(['/plans', '/monitor']);
  });
});

test('a query needs a word to search for', () => {
  expect(['', ' ', 'a', 'how do I'].filter(hasSearchWords)).toEqual([]);
  expect(hasSearchWords('how ledgers')).toBe(true);
});

describe('findLikelyPages', () => {
  const likely = (address: string) => findLikelyPages(names, address).map(({ path }) => path);

  test.each([
    ['/company/contakt', '/company/contact'],
    ['/services/payment-gateways', '/solutions/payment-gateways'],
    ['/Custom-Software', '/services/custom-software'],
    ['/services/ai-for-busines', '/services/ai-for-business'],
    ['/login', '/auth'],
    ['/sign-in', '/auth'],
    ['/users/sign_up', '/auth'],
    ['/Register', '/auth'],
    ['/team', '/company/about'],
    ['/careers', '/company/about'],
    ['/prices', '/pricing'],
    ['/pricng', '/pricing'],
    ['/compnay', '/company'],
    ['/signn', '/auth'],
    ['/logn', '/auth'],
    ['/sitmap', '/sitemap'],
    ['/projcts', '/projects'],
    ['/scurity', '/security'],
    ['/industreis', '/industries'],
    ['/solution', '/solutions'],
    ['/docs/quikstart', '/docs/quickstart'],
  ])('%s is like %s', (address, path) => {
    expect(likely(address)).toEqual([path]);
  });

  test.each(['/nope-nothing', '/xyzzy', '/', '/wp-admin', '/.env', '/blog/tags/no', '/a/b'])(
    '%s is like no page',
    (address) => {
      expect(likely(address)).toEqual([]);
    },
  );
});

describe('excerptOf', () => {
  const text = `${'Before it there are many words. '.repeat(9)}Then comes the rare one, and ${'after it more words. '.repeat(9)}`;
  const index = createIndex([{ path: '/a', label: 'Page', description: 'It says little.' }], {
    '/a': { headings: '', text },
  });
  const excerpt = (query: string) => createExcerpt(findPages(index, query)[0]!);
  const joined = (query: string) =>
    excerpt(query)
      .map(({ words, isMatch }) => (isMatch ? `[${words}]` : words))
      .join('');

  it('is the description when the label or the description matches', () => {
    expect(joined('little')).toBe('It says [little].');
    expect(joined('page')).toBe('It says little.');
  });

  it('is the place in the text otherwise, cut between words', () => {
    expect(joined('rare')).toMatch(/^… \S.*Then comes the \[rare\] one, and after .*\S …$/);
    expect(joined('rare').length).toBeLessThan(200);
  });

  it('begins and ends with the text', () => {
    expect(joined('before')).toMatch(/^\[Before\] it there/);
    expect(joined('comes after')).toMatch(/^… /);
  });
});

test('the text of a body is what a visitor reads', () => {
  const body = [
    '## A *heading*',
    '<Section title="First part" shape="table" lead="It leads.">',
    "  <Comparison rows={[{ name: 'Cost', cells: ['More', \"Don't know\"] }]} />",
    '</Section>',
    '- [a link](/to/a/page), and `code`',
    '```sh',
    'curl https://HOST/apix/',
    '```',
    '| A | B |',
    '| --- | --- |',
  ].join('\n');
  expect(plainText(body).replaceAll(/\s+/g, ' ').trim()).toBe(
    "A heading First part It leads. Cost, More, Don't know a link, and code curl /apix/ A B",
  );
});
