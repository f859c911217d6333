import { describe, expect, it } from 'vitest';
import { listBreadcrumbs } from '../routes/route-table.ts';
import { printJsonLd, structuredData } from './structured-data.ts';

const page = { title: 'Web apps', description: 'What we build', layout: 'solution' } as const;
const routes = [
  { path: '/', label: 'Home', description: '' },
  { path: '/solutions/web-apps', label: 'Web apps', description: '' },
];

function readGraph(data: Parameters<typeof structuredData>[0], path: string, siteUrl = '') {
  const image = `${siteUrl}/api/og?data=x`;
  const place = { path, siteUrl, breadcrumbs: listBreadcrumbs(path, routes), image };
  const graph = structuredData(data, place, [{ '@type': 'More' }])['@graph'];
  return graph as { '@type': string; [key: string]: unknown }[];
}

describe('structuredData', () => {
  it('describes company, site and page with absolute addresses', () => {
    const graph = readGraph(
      { ...page, updated: '2026-11-20' },
      '/solutions/web-apps',
      'https://x.example',
    );
    const types = graph.map((node) => node['@type']);
    expect(types).toEqual([
      'Organization',
      'WebSite',
      'WebPage',
      'BreadcrumbList',
      'Service',
      'More',
    ]);
    expect(graph[2]).toMatchObject({
      url: 'https://x.example/solutions/web-apps',
      isPartOf: { '@id': graph[1]?.['@id'] },
      dateModified: '2026-11-20',
    });
  });

  it('describes the company on its own pages, and only names it on others', () => {
    expect(readGraph(page, '/')[0]).toHaveProperty('address');
    expect(readGraph(page, '/solutions/web-apps')[0]).toHaveProperty('name');
    expect(readGraph(page, '/solutions/web-apps')[0]).not.toHaveProperty('address');
  });

  it('lists only breadcrumbs that have a page', () => {
    const list = readGraph(page, '/solutions/web-apps').find(
      (node) => node['@type'] === 'BreadcrumbList',
    );
    expect(list?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'Home', item: '/' },
      { '@type': 'ListItem', position: 2, name: 'Web apps', item: '/solutions/web-apps' },
    ]);
    expect(readGraph(page, '/').some((node) => node['@type'] === 'BreadcrumbList')).toBe(false);
  });

  it('contains questions with their answers and the type of the page', () => {
    const questions = [{ question: 'Why?', answer: 'Because.' }];
    const graph = readGraph({ ...page, layout: 'contact', questions }, '/');
    expect(graph.map((node) => node['@type'])).toContain('ContactPage');
    expect(graph.find((node) => node['@type'] === 'FAQPage')?.mainEntity).toHaveLength(1);
  });
});

describe('the subject of a page', () => {
  const siteUrl = 'https://x.example';
  const readSubject = (data: Parameters<typeof structuredData>[0], type: string) =>
    readGraph(data, '/solutions/web-apps', siteUrl).find((node) => node['@type'] === type);

  it('is a service with its deliverables', () => {
    const deliverables = ['Source code', 'Tests', 'Guide'];
    expect(readSubject({ ...page, layout: 'service', deliverables }, 'Service')).toMatchObject({
      provider: { '@id': 'https://x.example/#organization' },
      serviceOutput: [{ name: 'Source code' }, {}, {}],
    });
  });

  it('is a creative work with its technologies', () => {
    const project = { ...page, layout: 'project', kind: 'Tool' } as const;
    expect(readSubject({ ...project, technologies: ['C', 'Zig'] }, 'CreativeWork')).toMatchObject({
      genre: 'Tool',
      keywords: 'C, Zig',
    });
  });

  it('is an article with its dates and image', () => {
    const article = { ...page, layout: 'article', published: '2026-11-18' } as const;
    expect(readSubject({ ...article, tags: ['api'] }, 'BlogPosting')).toMatchObject({
      datePublished: '2026-11-18',
      dateModified: '2026-11-18',
      image: 'https://x.example/api/og?data=x',
      author: { '@id': 'https://x.example/#organization' },
    });
  });

  it('is an article by a person, if one signs it', () => {
    const article = { ...page, layout: 'article', published: '2026-11-18' } as const;
    const person = { id: 'ada-example', name: 'Ada Example', role: 'Engineer' };
    expect(readSubject({ ...article, person }, 'BlogPosting')?.author).toEqual({
      '@type': 'Person',
      name: 'Ada Example',
      jobTitle: 'Engineer',
      url: 'https://x.example/company/about#ada-example',
      worksFor: { '@id': 'https://x.example/#organization' },
    });
  });
});

describe('WebSite', () => {
  it('names the search page', () => {
    expect(readGraph(page, '/', 'https://x.example')[1]).toMatchObject({
      potentialAction: {
        target: { urlTemplate: 'https://x.example/search?q={search_term_string}' },
      },
    });
  });
});

describe('printJsonLd', () => {
  it('can neither end its script nor open a comment, and parses to the same data', () => {
    const data = { name: '</script><!-- <script> & "quoted" --> \u2028' };
    const printed = printJsonLd(data);
    expect(printed).not.toMatch(/[<>]/);
    expect(JSON.parse(printed)).toEqual(data);
  });
});
