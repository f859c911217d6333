import { describe, expect, it } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { readCard } from '#kernel/share-image/card.ts';
import {
  absoluteUrl,
  canonicalPath,
  fullTitle,
  listAlternates,
  mergeMeta,
  metaDefaults,
  shareImagePath,
} from './metadata.ts';

describe('mergeMeta', () => {
  it('returns the site’s defaults without overrides', () => {
    expect(mergeMeta()).toEqual({
      ...metaDefaults,
      jsonLd: [],
      ogImage: { title: metaDefaults.title, subtitle: expect.stringMatching(/^[^.]+\.$/) },
      cardDiagram: undefined,
      isIndexed: true,
      appBar: true,
    });
  });

  it('lets a component override the page field by field', () => {
    const page = { title: 'Page', description: 'Of the page', keywords: ['page'] };
    const component = { title: 'Component', description: undefined, appBar: false };
    expect(mergeMeta(page, component)).toMatchObject({
      title: 'Component',
      description: 'Of the page',
      keywords: ['page'],
      appBar: false,
    });
  });

  it('shows title and first sentence on the share image unless a layer overrides them', () => {
    const page = { title: 'Page', description: 'Of the page' };
    expect(mergeMeta(page).ogImage).toEqual({ title: 'Page', subtitle: 'Of the page' });
    const long = { ...page, description: 'Built for v1.2. And more.' };
    expect(mergeMeta(long).ogImage.subtitle).toBe('Built for v1.2.');
    const component = { ogImage: { title: 'On the image' } };
    const image = { title: 'On the image', subtitle: 'Of the page' };
    expect(mergeMeta(page, component).ogImage).toEqual(image);
    const both = mergeMeta({ ogImage: { title: 'One', subtitle: 'Two' } }, component);
    expect(both.ogImage).toEqual({ title: 'On the image', subtitle: 'Two' });
  });

  it('keeps the structured data of every layer', () => {
    const [one, two, three] = [{ a: 1 }, { b: 2 }, { c: 3 }];
    expect(mergeMeta({ jsonLd: one }, { jsonLd: [two, three] }).jsonLd).toEqual([one, two, three]);
  });

  it('is not indexed if any layer hides or protects the page', () => {
    expect(mergeMeta({ isHidden: true }, { isHidden: false }).isIndexed).toBe(false);
    expect(mergeMeta({ isProtected: true }).isIndexed).toBe(false);
    expect(mergeMeta({ isHidden: false }).isIndexed).toBe(true);
  });
});

describe('addresses', () => {
  it('are absolute', () => {
    expect(absoluteUrl('/a', 'https://example.com')).toBe('https://example.com/a');
    expect(absoluteUrl('/', 'https://example.com')).toBe('https://example.com/');
  });

  it('have no trailing slash', () => {
    expect(['/', '/a/', '/a/b//'].map(canonicalPath)).toEqual(['/', '/a', '/a/b']);
  });

  it('list every language and a default if there are at least two', () => {
    expect(listAlternates('/a', { en: '' })).toEqual([]);
    expect(listAlternates('/', { en: '', de: '/de' })).toEqual([
      { language: 'en', path: '/' },
      { language: 'de', path: '/de' },
      { language: 'x-default', path: '/' },
    ]);
  });
});

describe('fullTitle', () => {
  it('names the company once', () => {
    expect(fullTitle('Contact', '/company/contact')).toBe(`Contact · ${site.name}`);
    expect(fullTitle('Words', '/')).toBe(`${site.name}: Words`);
    expect(fullTitle(site.name, '/x')).toBe(site.name);
  });
});

describe('shareImagePath', () => {
  it('is readable by the image endpoint, in any script', () => {
    const ogImage = { title: 'Weben – 编织 🧵', subtitle: 'und mehr' };
    const links: [number, number][] = [[1, 2]];
    const cardDiagram = { layers: 4, flows: 3, links };
    const data = new URL(shareImagePath({ ogImage, cardDiagram }), 'http://x').searchParams.get(
      'data',
    );
    expect(readCard(data ?? '')).toEqual({ ...ogImage, diagram: cardDiagram });
  });
});
