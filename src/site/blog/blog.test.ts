import { describe, expect, it } from 'vitest';
import { toSlug } from '../pages/slug.ts';
import { type Article, countWords, listHeadings } from './articles.ts';
import { countTags, findNeighbours, tagLabel, tagPage } from './blog.ts';

const article = (path: string, published: string, tags: readonly string[]): Article => ({
  path,
  label: `About ${path}`,
  lead: 'A lead.',
  author: { name: 'The team' },
  published,
  tags,
  minutes: 5,
  contents: [],
});
const articles = [
  article('/blog/c', '2026-03-03', ['api', 'ledger']),
  article('/blog/b', '2026-02-02', ['api']),
  article('/blog/a', '2026-01-01', ['ledger']),
];

describe('neighboursOf', () => {
  it('finds the previous and next article, if any', () => {
    const around = (path: string) => {
      const { newer, older } = findNeighbours(path, articles);
      return [newer?.path, older?.path];
    };
    expect(around('/blog/b')).toEqual(['/blog/c', '/blog/a']);
    expect(around('/blog/c')).toEqual([undefined, '/blog/b']);
    expect(around('/blog/a')).toEqual(['/blog/b', undefined]);
    expect(around('/blog/none')).toEqual([undefined, undefined]);
  });
});

describe('tags', () => {
  it('are sorted by count, then by name', () => {
    expect(countTags(articles)).toEqual([
      { tag: 'api', count: 2 },
      { tag: 'ledger', count: 2 },
    ]);
  });

  it('keep the spelling of names', () => {
    expect(tagLabel('postgresql')).toBe('PostgreSQL');
    expect(tagLabel('sign-in')).toBe('Sign in');
  });

  it('have a page with the number of articles and the newest', () => {
    expect(tagPage('ledger', articles)).toMatchObject({
      title: 'Articles about ledger',
      description: expect.stringMatching(/^2 articles about ledger .*About \/blog\/c$/),
    });
    expect(tagPage('cooking', articles)).toBeUndefined();
  });
});

describe('an article’s text', () => {
  it('returns headings of the second level with anchors, without those in code', () => {
    const body = [
      '## One `thing`, twice',
      '```sh',
      '## no heading',
      '```',
      '### Deeper',
      '## [Linked](/x) *text*',
    ].join('\n');
    expect(listHeadings(body)).toEqual([
      { id: 'one-thing-twice', title: 'One thing, twice' },
      { id: 'linked-text', title: 'Linked text' },
    ]);
  });

  it('is counted in words, including code', () => {
    expect(countWords("It's 3 words - `const x = 1`")).toBe(6);
  });

  it('makes anchors as rehype-slug does', () => {
    expect(toSlug('What’s new: 2 (two) – “parts”')).toBe('whats-new-2-two--parts');
  });
});
