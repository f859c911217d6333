import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { settingPlaceholders } from '#lib/setting-placeholders.ts';
import { deferHydration, hashInlineScripts } from '../../scripts/build/finalize.ts';

const boot = 'import "/assets/entry.js";window.__booted=true;';
const entry = '/assets/entry.client-x.js';
const page = `<html><head><link rel="modulepreload" href="${entry}"/>
<link rel="modulepreload" href="/assets/a.js"/>
<link rel="stylesheet" href="/assets/root.css"/><link rel="modulepreload" href="/assets/b.js"/></head>
<body><p>Words</p><script>window.ctx={}</script><script type="module" async="">${boot}</script></body></html>`;

const face =
  '@font-face{font-family:"JetBrains Mono Variable";src:url(/assets/mono.woff2);font-display:optional}';

function run(html: string) {
  const written = new Map<string, string>();
  const done = deferHydration(html, {
    read: () => `p{content:"</style>"}${face}`,
    write: (address, text) => written.set(address, text),
  });
  return { done, written };
}

describe('deferHydration', () => {
  it('moves the module script, word for word, into a file that a template starts later', () => {
    const { done, written } = run(page);
    const [, , bootAddress, startAddress] = [...written.keys()];
    expect(bootAddress).toMatch(/^\/assets\/boot-\w+\.js$/);
    expect(written.get(bootAddress ?? '')).toBe(boot);
    const template = /<template id="later">(.*?)<\/template>/.exec(done)?.[1];
    expect(template).toContain(`<script type="module" src="${startAddress}"></script>`);
    expect(done.replace(template ?? '', '')).not.toContain(startAddress);
  });

  it('fetches all modules at once when it starts, and none before', () => {
    const { done, written } = run(page);
    const [, , bootAddress, startAddress = ''] = [...written.keys()];
    const start = written.get(startAddress) ?? '';
    // React's entry is fetched with them, and run by the boot script behind them.
    const places = ['/assets/a.js', '/assets/b.js', entry, bootAddress].map((one) =>
      start.indexOf(`\`${one}\``),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(start).toContain(`import(\`${bootAddress}\`)`);
    expect(done).not.toContain('modulepreload');
  });

  it('puts the styles into the page, unable to end their own element', () => {
    const { done } = run(page);
    expect(done).toContain('<style>p{content:"<\\/style>"}</style>');
    expect(done).toContain(
      '<link rel="stylesheet" href="/assets/root.css" type="text/inlined" disabled=""/>',
    );
  });

  it('loads the whole sheet and then the fonts with the scripts, or at once without', () => {
    const { done, written } = run(page);
    const [rules = '', faces = '', , start = ''] = [...written.keys()];
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

  it('keeps every other inline script where it is, without its spaces', () => {
    const spaced = page.replace('window.ctx={}', '\n\twindow.ctx = {};\n');
    expect(run(spaced).done).toContain('<p>Words</p><script>window.ctx={};</script><template');
  });

  it('gives every page the same loader, so that one hash serves all', () => {
    const other = page.replace(boot, 'import "/assets/other.js"').replace('Words', 'Others');
    const [first, second] = [page, other].map((html) => hashInlineScripts(run(html).done));
    expect(first).toEqual(second);
  });

  it('refuses a page that is not printed as expected', () => {
    expect(() => run(page.replace(' async=""', ''))).toThrow(
      'module script in a built page, found 0',
    );
    expect(() =>
      run(page.replace('</head>', '<link rel="stylesheet" href="/b.css"></head>')),
    ).toThrow('stylesheet in a built page, found 2');
  });
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
