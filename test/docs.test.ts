// The Markdown of the repository: links lead somewhere, and every setting is described.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { variableNames } from '#kernel/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: root });
const read = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** Links outside code, to files of the repository or within the page. */
const linksOf = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target));
const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, 'code');

/** As GitHub makes them of headings. */
const anchorsOf = (markdown: string) =>
  [...markdown.replaceAll(/^ *```.*?^ *```/gms, '').matchAll(/^#+ (.+)$/gm)].map(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
  );

function isBroken(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, place))) return true;
  return anchor !== undefined && !anchorsOf(read(place)).includes(anchor);
}

test('links of the documentation lead to a file and a heading', () => {
  expect(pages.length).toBeGreaterThan(50);
  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((target) => isBroken(page, target))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test('a missing file and a missing heading are found', () => {
  expect(isBroken('README.md', 'docs/nothing.md')).toBe(true);
  expect(isBroken('README.md', 'docs/guides/scale.md#nothing')).toBe(true);
  expect(isBroken('README.md', 'docs/guides/scale.md#load-balancers')).toBe(false);
});

test('the guide describes every setting, and no other', () => {
  const guide = read('docs/guides/configure.md');
  const described = [...guide.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_]+)/g)].map(([, name]) => name),
  );
  const others = ['INSTALL_SYSTEM_PACKAGES', 'TEST_DATABASE_URL'];
  expect(described.toSorted()).toEqual([...variableNames, ...others].toSorted());
});
