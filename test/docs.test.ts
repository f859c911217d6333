// The Markdown of the repository: links lead somewhere, and every setting is described.
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kernelConfig } from '#kernel/config.ts';
import { areaConfigs } from '../src/app-config.ts';

const root = path.resolve(import.meta.dirname, '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md'], { cwd: root });
const read = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** Links outside code, to files of the repository or within the page. */
const listLinks = (markdown: string) =>
  [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^(?:[a-z]+:|\/)/.test(target));
const withoutCode = (markdown: string) =>
  markdown.replaceAll(/^ *```.*?^ *```/gms, '').replaceAll(/`[^`\n]*`/g, 'code');

/** As GitHub makes them of headings. */
const listAnchors = (markdown: string) =>
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
  return anchor !== undefined && !listAnchors(read(place)).includes(anchor);
}

test('links of the documentation lead to a file and a heading', () => {
  expect(pages.length).toBeGreaterThan(50);
  const broken = pages.flatMap((page) =>
    listLinks(read(page))
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

const decisions = globSync('docs/decisions/[0-9]*.md', { cwd: root });

test('the index lists each decision by its title', () => {
  const expected = decisions.map((page) => {
    const [, number = '', title = ''] = /^# (\d{4}) (.+)$/m.exec(read(page)) ?? [];
    return `- [${number}](${path.basename(page)}) ${title}`;
  });
  const lines = read('docs/decisions/README.md').split('\n');
  const listed = lines.filter((line) => line.startsWith('- ['));
  expect(listed.toSorted()).toEqual(expected.toSorted());
});

test('a decision is short, and the files that it names exist', () => {
  const folders = '{bench,content,docs,e2e,migrations,scripts,sdk,src,test,tools}';
  const isPackage = (name: string) => path.basename(name) === 'node_modules';
  const files = globSync([`${folders}/**/*.*`, '*.*'], { cwd: root, exclude: isPackage });
  const found = new Set(files.flatMap(listEndings));
  const missing = decisions.flatMap((page) => {
    expect(read(page).split('\n').length, page).toBeLessThanOrEqual(36);
    const named = read(page).matchAll(/`([\w-][\w./-]*\.(?:ts|tsx|mjs|sql|json|md))`/g);
    return [...named].map(([, file = '']) => file).filter((file) => !found.has(file));
  });
  expect(missing).toEqual([]);
});

/** `src/lib/a.ts`, `lib/a.ts` and `a.ts`: pages name a file by any of them. */
const listEndings = (file: string): string[] =>
  file.split('/').map((_, depth, parts) => parts.slice(depth).join('/'));

test('decisions that code and pages name exist', () => {
  const numbers = new Set(decisions.map((page) => Number(path.basename(page).slice(0, 4))));
  const folders = '{bench,docs,e2e,migrations,scripts,sdk/src,src,test}';
  const files = globSync([`${folders}/**/*.{ts,tsx,sql,md}`, '*.md'], { cwd: root });
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions?[ /]+(\d{1,4})\b(?!\/)/gi)].map(
      ([, number]) => [file, Number(number)] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, number]) => !numbers.has(number))).toEqual([]);
});

test('the guide describes every setting, and no other', () => {
  const guide = read('docs/guides/configure.md');
  const described = [...guide.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z][A-Z_]+)/g)].map(([, name]) => name),
  );
  const others = ['INSTALL_SYSTEM_PACKAGES', 'TEST_DATABASE_URL'];
  const variables = [kernelConfig, ...areaConfigs].flatMap((one) => Object.keys(one.variables));
  expect(described.toSorted()).toEqual([...variables, ...others].toSorted());
});
