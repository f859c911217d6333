import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import { settingPlaceholders } from '#lib/setting-placeholders.ts';
import { deferHydration, finishFallback, hashInlineScripts } from '../../scripts/build/finalize.ts';

const entry = '/assets/entry.client-x.js';
const page = {
  html: `<html><head><link rel="stylesheet" href="/assets/app.css"/></head>
<body><p>Words</p><script>window.ctx={}</script></body></html>`,
  data: {},
  scripts: [entry, '/assets/a.js', '/assets/b.js'],
};

const face =
  '@font-face{font-family:"JetBrains Mono Variable";src:url(/assets/mono.woff2);font-display:optional}';

function run(printed: typeof page) {
  const written = new Map<string, string>();
  const done = deferHydration(printed, {
    read: () => `p{content:"</style>"}${face}`,
    write: (address, text) => written.set(address, text).size,
  });
  return { done, written };
}

const withHtml = (change: (html: string) => string) => ({ ...page, html: change(page.html) });

describe('deferHydration', () => {
  it('starts the scripts later, by a template', () => {
    const { done, written } = run(page);
    const [, , startAddress] = [...written.keys()];
    expect(startAddress).toMatch(/^\/assets\/start-\w+\.js$/);
    const template = /<template id="later">(.*?)<\/template>/.exec(done)?.[1];
    expect(template).toContain(`<script type="module" src="${startAddress}"></script>`);
    expect(done.replace(template ?? '', '')).not.toContain(startAddress);
  });

  it('fetches all modules at once when it starts, and runs that of React last', () => {
    const { done, written } = run(page);
    const [, , startAddress = ''] = [...written.keys()];
    const start = written.get(startAddress) ?? '';
    const places = ['/assets/a.js', '/assets/b.js', entry].map((one) =>
      start.indexOf(`\`${one}\``),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(start).toContain(`import(\`${entry}\`)`);
    expect(done).not.toContain('modulepreload');
  });

  it('keeps what the routes have loaded, without what is printed and without an early end', () => {
    const data = { 3: { title: '</script>', printed: { top: '<h1>' } } };
    const { done } = run({ ...page, data });
    const block = /<script id="page-data" type="application\/json">(.*?)<\/script>/.exec(done)?.[1];
    expect(JSON.parse(block ?? '')).toEqual({ 3: { title: '</script>' } });
  });

  it('puts the styles into the page, unable to end their own element', () => {
    const { done } = run(page);
    expect(done).toContain('<style>p{content:"<\\/style>"}</style>');
    expect(done).toContain(
      '<link rel="stylesheet" href="/assets/app.css" type="text/inlined" disabled=""/>',
    );
  });

  it('loads the whole sheet and then the fonts with the scripts, or at once without', () => {
    const { done, written } = run(page);
    const [rules = '', faces = '', start = ''] = [...written.keys()];
    expect(rules).toMatch(/^\/assets\/later-\w+\.css$/);
    expect(faces).toMatch(/^\/assets\/faces-\w+\.css$/);
    const [sheet, fonts] = [rules, faces].map((one) => `<link rel="stylesheet" href="${one}"/>`);
    expect(done).toContain(`<noscript>${sheet}${fonts}</noscript>`);
    const [, template = ''] = /<template id="later">(.*?)<\/template>/.exec(done) ?? [];
    expect(template).toContain(sheet);
    expect(template).not.toContain(faces);
    expect(written.get(start)).toContain(
      '[[`JetBrains Mono Variable`,`url(/assets/mono.woff2)`,{display:`optional`}]]',
    );
  });

  it('keeps every inline script where it is, without its spaces', () => {
    const spaced = withHtml((html) => html.replace('window.ctx={}', '\n\twindow.ctx = {};\n'));
    expect(run(spaced).done).toContain('<p>Words</p><script>window.ctx={};</script>');
  });

  it('gives every page the same loader, so that one hash serves all', () => {
    const other = { ...withHtml((html) => html.replace('Words', 'Others')), scripts: [entry] };
    const [first, second] = [page, other].map((one) => hashInlineScripts(run(one).done));
    expect(first).toEqual(second);
  });

  it('refuses a page that is not printed as expected', () => {
    expect(() => run(withHtml((html) => `${html}\n`))).toThrow('end in a built page, found 0');
    expect(() =>
      run(
        withHtml((html) => html.replace('</head>', '<link rel="stylesheet" href="/b.css"></head>')),
      ),
    ).toThrow('stylesheet in a built page, found 2');
  });
});

test('screens begin with scripts that are fetched at once', () => {
  const done = finishFallback(page);
  for (const address of page.scripts)
    expect(done).toContain(`<link rel="modulepreload" href="${address}"/>`);
  expect(done.endsWith(`<script type="module" src="${entry}"></script></body></html>`)).toBe(true);
});

describe('hashInlineScripts', () => {
  it('hashes what runs in the page, each once, and nothing else', () => {
    const html = `<script>a()</script><script type="module">b()</script><script>a()</script>
      <script src="/x.js"></script><script type="application/ld+json">{}</script>`;
    const hash = (code: string) => createHash('sha256').update(code).digest('base64');
    expect(hashInlineScripts(html)).toEqual([hash('a()'), hash('b()')]);
  });

  it('leaves out the settings, and refuses one in a script, whose hash would change', () => {
    const url = settingPlaceholders.siteUrl;
    const block = `<script id="x" type="application/json">{"a":"${url}"}</script>`;
    expect(hashInlineScripts(block)).toEqual([]);
    expect(() => hashInlineScripts(`<script>a="${url}"</script>`)).toThrow('would change its hash');
  });
});
