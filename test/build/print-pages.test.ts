import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fallbackFile } from '../../scripts/build/finalize.ts';
import { printPages } from '../../scripts/build/print-pages.ts';
import { fallbackPath } from '../../scripts/build/print-pages-worker.ts';

/** The printer of a small site. */
const printer = `
const scripts = ['/assets/entry.client-x.js'];
const page = (url) => '<html><head><link rel="stylesheet" href="/assets/app.css"/>' +
  '<link rel="alternate" type="text/markdown" href="' + url + '.md"/></head>' +
  '<body><main><h1>About ' + url + '</h1></main></body></html>';
export const printPage = async (url) =>
  ({ html: url === '/docs/broken' ? '<html></html>' : page(url), data: {}, scripts });
export const printFallback = async () =>
  ({ html: '<html><head></head><body><script>own()</script></body></html>', data: {}, scripts });
`;

let root = '';

function print(paths: readonly string[], onProgress = (_: number) => {}) {
  root = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  mkdirSync(path.join(root, 'assets'));
  writeFileSync(path.join(root, 'assets/app.css'), 'h1{top:0}');
  const file = path.join(root, 'assets/entry.printer-x.js');
  writeFileSync(file, printer);
  return printPages({ root, printer: file, paths, onProgress });
}

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('every page gets its styles, a copy as Markdown, and the hashes of its scripts', async () => {
  const urls = Array.from({ length: 50 }, (_, at) => `/docs/${at}`);
  const counts: number[] = [];
  const hashes = await print([...urls, fallbackPath], (count) => counts.push(count));
  const files = urls.map((url) => `${url.slice(1)}/index.html`);
  expect(Object.keys(hashes).sort()).toEqual([...files, fallbackFile].sort());
  expect(Object.values(hashes).every(({ length }) => length === 1)).toBe(true);
  expect(counts.at(-1)).toBe(51);
  for (const url of urls) {
    expect(read(`${url}/index.html`)).toContain('<style>h1{top:0}');
    expect(read(`${url}.md`)).toContain(`# About ${url}`);
  }
  expect(read(fallbackFile)).toContain('src="/assets/entry.client-x.js"></script></body>');
});

test('a page of another form ends the build', async () => {
  await expect(print(['/docs/broken'])).rejects.toThrow('Expected one stylesheet in a built page');
});
