import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as accounts from '#areas/accounts/wire/index.ts';
import site from '#content/site.json' with { type: 'json' };
import { compactFooterLinks, footerLinks, mainMenu, secondMenu } from '#site/menus/menu.ts';
import { listContentPages } from '#site/pages/content-pages.ts';
import { menuLineMax } from '#site/pages/page-schema.ts';
import { slimEndpoint } from '../../scripts/build/slim-endpoints.ts';

describe('menus', () => {
  it('lead to pages that exist', () => {
    const urls = new Set([...listContentPages().map(({ url }) => url), '/auth', '/docs/api']);
    const items = [...mainMenu, ...secondMenu].flatMap((section) => section.items);
    const links = [...items, ...footerLinks, ...compactFooterLinks];
    const credit = { path: site.credit.url };
    const isOurs = (link: string) => link.startsWith('/');
    const missing = [...links, credit]
      .map((link) => link.path)
      .filter((link) => isOurs(link) && !urls.has(link));
    expect(missing).toEqual([]);
  });
});

describe('menu sections', () => {
  it('are in the order that the site says', () => {
    const titles = (menu: typeof mainMenu) => menu.map(({ title }) => title);
    expect(titles(mainMenu)).toEqual([
      'Projects',
      'Services',
      'Solutions',
      'Industries',
      'Company',
      'Pricing',
      'Docs',
    ]);
    expect(titles(secondMenu)).toEqual([
      'Services',
      'Industries',
      'Solutions',
      'Company',
      'Developers',
    ]);
  });

  const listItems = (name: string) => mainMenu.find(({ group }) => group === name)?.items ?? [];
  const listLabels = (name: string) => listItems(name).map(({ label }) => label);

  it('have a short line for each page', () => {
    const pages = mainMenu.flatMap(({ path, items }) => items.filter((one) => one.path !== path));
    expect(pages.length).toBeGreaterThan(20);
    const wrong = pages.filter(
      ({ menuLine = '' }) => menuLine === '' || menuLine.length > menuLineMax,
    );
    expect(wrong).toEqual([]);
  });

  it('end with the overview and the number of its pages, and never begin with it', () => {
    for (const { path, items } of mainMenu.filter(({ items }) => items.length > 0)) {
      expect(items.at(-1)?.path).toBe(path);
      expect(items[0]?.path).not.toBe(path);
    }
    expect(listLabels('solutions').at(-1)).toBe('All 12 solutions');
    expect(listLabels('solutions')).toHaveLength(13);
  });

  it('show the projects that run here, and count all of them', () => {
    const projects = listContentPages().filter(({ page }) => page.layout === 'project');
    const running = projects.filter(({ page }) => 'shelf' in page && page.shelf === 'running');
    expect(listItems('projects').map(({ path }) => path)).toEqual([
      ...running.map(({ url }) => url),
      '/projects',
    ]);
    expect(listLabels('projects').at(-1)).toBe(`All ${projects.length} projects`);
  });

  it('lead to prices, documentation, blog and contact from the top bar and the footer', () => {
    const listPaths = (menu: typeof mainMenu) =>
      menu.flatMap(({ path, items }) => [path, ...items.map((item) => item.path)]);
    for (const menu of [mainMenu, secondMenu])
      expect(listPaths(menu)).toEqual(
        expect.arrayContaining(['/pricing', '/docs', '/blog', '/company/contact']),
      );
  });
});

describe('listContentPages', () => {
  const head = [
    'title: One',
    'description: A description that is long enough to be worth printing.',
    'updated: 2026-11-20',
  ].join('\n');

  it('makes the path of a file its address', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    mkdirSync(path.join(folder, 'pages'));
    mkdirSync(path.join(folder, 'services'));
    for (const file of ['pages/home.mdx', 'pages/about.mdx', 'pages/company.mdx'])
      writeFileSync(path.join(folder, file), `---\n${head}\n---\n\nWords.\n`);
    expect(listContentPages(folder).map(({ url }) => url)).toEqual(['/', '/about', '/company']);
  });

  it('puts an overview before its pages, and those in their order', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    mkdirSync(path.join(folder, 'pages/company'), { recursive: true });
    const write = (file: string, order: number) =>
      writeFileSync(path.join(folder, file), `---\n${head}\norder: ${order}\n---\n\nWords.\n`);
    write('pages/company/about.mdx', 20);
    write('pages/company/contact.mdx', 10);
    write('pages/company.mdx', 90);
    expect(listContentPages(folder).map(({ url }) => url)).toEqual([
      '/company',
      '/company/contact',
      '/company/about',
    ]);
  });

  it('refuses a page of a family with another layout, and a link to no page', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    mkdirSync(path.join(folder, 'services'));
    writeFileSync(path.join(folder, 'services/ai.mdx'), `---\n${head}\n---\n`);
    expect(() => listContentPages(folder)).toThrow(/services\/ai\.mdx: layout must be "service"/);
    const other = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    writeFileSync(path.join(other, 'a.mdx'), `---\n${head}\nrelated: [/nowhere]\n---\n`);
    expect(() => listContentPages(other)).toThrow(/a\.mdx links to \/nowhere/);
  });

  it('refuses an article by an author who is not in content/people/', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    const article = ['layout: article', 'lead: A lead.', "published: '2026-11-20'", 'tags: [api]'];
    mkdirSync(path.join(folder, 'blog'));
    const write = (author: string) =>
      writeFileSync(
        path.join(folder, 'blog/a.mdx'),
        `---\n${[head, ...article, `author: ${author}`].join('\n')}\n---\n`,
      );
    write('ada-example');
    expect(() => listContentPages(folder)).toThrow(
      'blog/a.mdx: author "ada-example" is not in content/people/. It has no people yet.',
    );
    mkdirSync(path.join(folder, 'people'));
    const person = { name: 'Ada', role: 'Engineer', city: 'Oakland', timeZone: 'UTC', about: 'C' };
    writeFileSync(path.join(folder, 'people/ada-example.json'), JSON.stringify(person));
    expect(listContentPages(folder)).toMatchObject([{ page: { author: 'ada-example' } }]);
    write('ada-exampel');
    expect(() => listContentPages(folder)).toThrow(/"ada-exampel" .* There are: ada-example\./);
  });

  it('refuses a page without a head, by its file', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'content-'));
    writeFileSync(path.join(folder, 'bare.mdx'), 'Words.\n');
    expect(() => listContentPages(folder)).toThrow(/bare\.mdx/);
  });
});

describe('slimEndpoint', () => {
  it('keeps what a call needs and no schema', () => {
    expect(slimEndpoint(accounts.revokeSession)).toEqual({
      method: 'DELETE',
      path: '/apix/accounts/sessions/:id/',
      responses: { 204: null },
      testMode: 'live',
    });
    expect(slimEndpoint(accounts.readProfile).responses).toEqual({});
  });
});
