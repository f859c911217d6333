import { describe, expect, it } from 'vitest';
import type { PageCard } from '../pages/content-pages.ts';
import {
  choicePath,
  facetPage,
  listValues,
  matchCards,
  readChoice,
  technologySlug,
  toggleValue,
} from './facets.ts';

const card = (path: string, industry: string, technologies: readonly string[]): PageCard => ({
  path,
  label: path,
  lead: 'A lead.',
  project: {
    shelf: 'blueprint',
    glyph: 'ledger',
    tagline: 'A tagline.',
    kind: 'A kind',
    industries: [industry],
    services: ['custom-software'],
    technologies: [...technologies],
  },
});
const cards = [
  card('/projects/a', 'mining', ['C++', 'Node.js']),
  card('/projects/b', 'mining', ['C++']),
  card('/projects/c', 'farming', ['Node.js', 'Zig']),
];

describe('technologySlug', () => {
  it.each([
    ['C++', 'c-plus-plus'],
    ['C#', 'c-sharp'],
    ['C', 'c'],
    ['Node.js', 'node-js'],
    ['Service worker', 'service-worker'],
  ])('writes %s as addresses have it', (name, slug) => {
    expect(technologySlug(name)).toBe(slug);
  });
});

describe('the values of a filter', () => {
  it('have counts, most used first', () => {
    expect(listValues(cards, 'industry').map(({ slug, count }) => [slug, count])).toEqual([
      ['mining', 2],
      ['farming', 1],
    ]);
  });

  it('exclude technologies of a single project', () => {
    expect(listValues(cards, 'technology').map(({ label }) => label)).toEqual(['C++', 'Node.js']);
  });
});

describe('a choice', () => {
  it('matches the projects that have all selected values', () => {
    const paths = matchCards(cards, { industry: 'mining', technology: 'node-js' });
    expect(paths.map(({ path }) => path)).toEqual(['/projects/a']);
    expect(matchCards(cards, {})).toHaveLength(3);
  });

  it('is a page for one value, otherwise a query, and can be read from both', () => {
    expect(choicePath({})).toBe('/projects');
    expect(choicePath({ technology: 'zig' })).toBe('/projects/technology/zig');
    const both = { industry: 'mining', technology: 'zig' };
    const address = choicePath(both);
    expect(address).toBe('/projects?industry=mining&technology=zig');
    expect(readChoice('/projects', new URLSearchParams(address.split('?')[1]))).toEqual(both);
    expect(readChoice('/projects/industry/mining')).toEqual({ industry: 'mining' });
    expect(readChoice('/projects/colour/red')).toEqual({});
  });

  it('selects, replaces and clears a value', () => {
    expect(toggleValue({}, 'service', 'a')).toEqual({ service: 'a' });
    expect(toggleValue({ service: 'a' }, 'service', 'b')).toEqual({ service: 'b' });
    expect(toggleValue({ service: 'a', industry: 'x' }, 'service', 'a')).toEqual({ industry: 'x' });
  });
});

describe('facetPage', () => {
  it('describes the list, and names the list of all projects as canonical', () => {
    const page = facetPage({ industry: 'mining' }, cards);
    expect(page).toMatchObject({ title: 'Projects for mining', canonical: '/projects' });
    expect(page?.description).toMatch(/^Projects for mining: 2 in all\./);
  });

  it('is undefined for a value that no project has', () => {
    expect(facetPage({ industry: 'banking' }, cards)).toBeUndefined();
    expect(facetPage({}, cards)).toBeUndefined();
  });
});
