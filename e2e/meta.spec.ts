import { expect, test } from './person.ts';

const pages = ['/', '/company/contact', '/projects', '/privacy'];

test('every page says what it is to search engines and other sites', async ({ page, baseURL }) => {
  for (const url of pages) {
    await page.goto(url);
    const contentOf = (selector: string) =>
      page.locator(`head ${selector}`).first().getAttribute('content');
    await expect(page).toHaveTitle(/Weftline/);
    expect((await contentOf('meta[name=description]'))?.length).toBeGreaterThan(40);
    expect(await contentOf('meta[property="og:type"]')).toBe('website');
    expect(await contentOf('meta[name="twitter:card"]')).toBe('summary_large_image');
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '', baseURL).pathname).toBe(url);
    const graph = JSON.parse((await page.locator('script[type$="ld+json"]').textContent()) ?? '');
    const types = graph['@graph'].map((node: { '@type': string }) => node['@type']);
    expect(types).toEqual(expect.arrayContaining(['Organization', 'WebSite']));
    expect(types.includes('BreadcrumbList')).toBe(url !== '/');
  }
});

test('the head follows when the page changes without a reload', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /^Privacy/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/privacy$/);
  await expect(page).toHaveTitle(/Privacy/);
  await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/privacy$/);
  await expect(page.locator('meta[name=description]')).toHaveCount(1);
});

test('the share image of a page is a picture of 1200 by 630', async ({ page, request }) => {
  await page.goto('/projects');
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  const { pathname, search } = new URL(image ?? '', 'http://any.example');
  const answer = await request.get(pathname + search);
  expect(answer.headers()['content-type']).toBe('image/png');
  const bytes = await answer.body();
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('what is not for search engines says so', async ({ page, request, quiet }) => {
  quiet.allow(/404/);
  for (const url of ['/auth', '/no/such/page']) {
    await page.goto(url);
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex');
    await expect(page.locator('link[rel=canonical]')).toHaveCount(0);
  }
  expect((await request.get('/dashboard')).headers()['x-robots-tag']).toBe('noindex');
});

test('crawlers, browsers and finders of holes get their files', async ({ request }) => {
  const files = {
    '/sitemap.xml': 'application/xml; charset=utf-8',
    '/robots.txt': 'text/plain; charset=utf-8',
    '/manifest.webmanifest': 'application/manifest+json',
    '/llms.txt': 'text/plain; charset=utf-8',
    '/.well-known/security.txt': 'text/plain; charset=utf-8',
    '/logo.png': 'image/png',
    '/favicon.png': 'image/png',
    '/favicon.ico': 'image/x-icon',
    '/apple-touch-icon.png': 'image/png',
    '/icon-512.png': 'image/png',
  };
  for (const [url, type] of Object.entries(files)) {
    const answer = await request.get(url);
    expect([url, answer.status(), answer.headers()['content-type']]).toEqual([url, 200, type]);
  }
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const [, first] = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)];
  expect((await request.get(new URL(first?.[1] ?? '').pathname)).status()).toBe(200);
  expect(sitemap).not.toMatch(/\/(auth|dashboard|404)</);
});

test('without analytics nothing is asked and nothing is fetched elsewhere', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL))) elsewhere.push(request.url());
  });
  await page.goto('/cookies');
  await expect(page.getByText('This site does not count visits.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveCount(0);
  expect(elsewhere).toEqual([]);
});
