import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pagesBelow } from '#site/pages/pages-below.ts';
import { buildSitemap } from '#site/routes/route-table.ts';
import { writeSiteFiles } from '../../scripts/build/write-site-files.ts';

test('/sitemap lists or counts every page of sitemap.xml', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sitemap-'));
  writeSiteFiles(folder);
  const text = readFileSync(path.join(folder, 'sitemap.xml'), 'utf8');
  rmSync(folder, { recursive: true });
  const urls = [...text.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, url]) => url);
  const listed = buildSitemap().categories.flatMap(({ routePaths }) => routePaths);
  const below = Object.values(pagesBelow).reduce((sum, count) => sum + count, 0);
  expect(new Set(urls).size).toBe(urls.length);
  expect(urls).toHaveLength(listed.length + below);
  expect(listed.filter((one) => !urls.includes(one))).toEqual([]);
});
