import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { fallbackFile } from '../../scripts/build/finalize.ts';
import { finishPages } from '../../scripts/build/finish-pages.ts';

const page = (url: string) => `<html><head><link rel="stylesheet" href="/assets/root.css"/>
<link rel="alternate" type="text/markdown" href="${url}.md"/></head>
<body><main><h1>About ${url}</h1></main><script type="module" async="">start()</script></body></html>`;

let root = '';

function makeSite(files: Record<string, string>) {
  root = mkdtempSync(path.join(os.tmpdir(), 'site-'));
  for (const [file, text] of Object.entries({ 'assets/root.css': 'h1{top:0}', ...files })) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
}

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('every page gets its styles, a copy as Markdown, and the hashes of its scripts', async () => {
  const urls = Array.from({ length: 50 }, (_, at) => `/docs/${at}`);
  makeSite({
    ...Object.fromEntries(urls.map((url) => [`${url.slice(1)}/index.html`, page(url)])),
    [fallbackFile]: '<html><script>own()</script></html>',
  });
  const hashes = await finishPages(root);
  const files = urls.map((url) => `${url.slice(1)}/index.html`);
  expect(Object.keys(hashes).sort()).toEqual([...files, fallbackFile].sort());
  expect(Object.values(hashes).every(({ length }) => length === 1)).toBe(true);
  for (const url of urls) {
    expect(readFileSync(path.join(root, `${url}/index.html`), 'utf8')).toContain(
      '<style>h1{top:0}',
    );
    expect(readFileSync(path.join(root, `${url}.md`), 'utf8')).toContain(`# About ${url}`);
  }
});

test('a page of another form ends the build', async () => {
  makeSite({ 'docs/index.html': '<html><body></body></html>' });
  await expect(finishPages(root)).rejects.toThrow('Expected one stylesheet in a built page');
});
