// docs/guides/add-a-page.md says what the frontmatter and the components are.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listContentPages } from '#site/pages/content-pages.ts';
import { glyphs, pageSchema, readPage } from '#site/pages/page-schema.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const guide = read('docs/guides/add-a-page.md');

/** The names in code in the first column of the tables. */
const described = [...guide.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`<?([A-Za-z]+)/g)].map(([, name = '']) => name),
);

test('the example of the guide is a valid page, and leads to pages that exist', () => {
  const [, file = '', yaml = ''] =
    /^`content\/(\S+)`, complete[\s\S]*?````mdx\n---\n([\s\S]*?)\n---\n/m.exec(guide) ?? [];
  const page = readPage(parse(yaml), file);
  expect(page).toMatchObject({ layout: 'project', label: 'Key cabinet' });
  const urls = listContentPages().map(({ url }) => url);
  expect(urls).toEqual(expect.arrayContaining([...page.related!, page.nextStep!.path]));
});

test('the guide describes every field, every glyph and every layout', () => {
  const fields = pageSchema.options.flatMap(({ shape }) => Object.keys(shape));
  const layouts = pageSchema.options.flatMap(({ shape: { layout } }) =>
    'options' in layout ? layout.options : [...layout.values],
  );
  const names = new Set([...fields, ...layouts, ...glyphs]);
  expect(names.size).toBeGreaterThan(50);
  expect([...names].filter((name) => !new RegExp(`\`${name}\\b`).test(guide))).toEqual([]);
});

test('the guide names the shapes of a section', () => {
  const [, list = ''] =
    /const shapes = \{([\s\S]*?)\}/.exec(read('src/site/sections/Section.tsx')) ?? [];
  const shapes = [...list.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name);
  expect(shapes.length).toBeGreaterThan(4);
  for (const name of shapes) expect(guide).toContain(`\`${name}\``);
});

test('the guide describes the components that pages can use, and no other', () => {
  const [, list = ''] =
    /const components = \{([\s\S]*?)\}/.exec(read('src/site/mdx-components.ts')) ?? [];
  const names = [...list.matchAll(/^ {2}([A-Z]\w+)/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(described.filter((name) => /^[A-Z]/.test(name)).toSorted()).toEqual(names.toSorted());
});
