import { describe, expect, it } from 'vitest';
import { readPage } from './page-schema.ts';

const page = {
  title: 'Contact',
  description: 'How to reach us by form, e-mail or phone, and when we answer.',
  updated: '2026-11-20',
};

describe('readPage', () => {
  it('fills in defaults', () => {
    expect(readPage(page, 'contact.mdx')).toEqual({
      ...page,
      layout: 'prose',
      order: 100,
      appBar: true,
      isHidden: false,
      isHiddenInSitemap: false,
    });
  });

  it('names the file and every field that is wrong', () => {
    const read = () => readPage({ title: '', descripton: 'x' }, 'pages/about.mdx');
    expect(read).toThrow(/pages\/about\.mdx/);
    for (const field of ['title', 'description', 'descripton'])
      expect(read).toThrow(new RegExp(field));
  });

  it('rejects an unknown layout and names the known ones', () => {
    expect(() => readPage({ ...page, layout: 'wide' }, 'a.mdx')).toThrow(/layout: .*overview/);
  });

  it('rejects a page without frontmatter', () => {
    expect(() => readPage(undefined, 'empty.mdx')).toThrow(/empty\.mdx[\s\S]*title/);
  });

  it('requires the day of the last change except for hidden pages', () => {
    const { updated: _, ...undated } = page;
    expect(() => readPage(undated, 'terms.mdx')).toThrow(/updated: needs the day/);
    expect(readPage({ ...undated, isHidden: true }, '404.mdx')).toMatchObject({ isHidden: true });
  });

  it('rejects an invalid date', () => {
    expect(() => readPage({ ...page, updated: '2026-13-01' }, 'terms.mdx')).toThrow(/updated/);
  });
});

const collection = {
  ...page,
  lead: 'What it is in a sentence.',
  diagram: {
    label: 'How it hangs together',
    layers: ['Screens', 'Rules', 'Records'],
    flows: [
      { name: 'Order', through: ['Screens', 'Rules'] },
      { name: 'Report', through: ['Records', 'Screens'] },
    ],
  },
  questions: [
    { question: 'How long?', answer: 'Weeks.' },
    { question: 'How much?', answer: 'A price for each step.' },
  ],
  related: ['/services'],
  deliverables: ['The code', 'A guide', 'An afternoon of questions'],
  nextStep: { title: 'Begin', text: 'Write to us.', label: 'Write', path: '/company/contact' },
};
const solution = {
  ...collection,
  layout: 'solution',
  parts: ['Shows', 'Decides', 'Keeps'],
  technologies: ['PostgreSQL'],
};

describe('a page of a collection', () => {
  it('is valid with all fields', () => {
    expect(readPage(solution, 'solutions/a.mdx')).toMatchObject(solution);
  });

  it('requires all fields', () => {
    const read = () => readPage({ ...page, layout: 'service' }, 'services/a.mdx');
    for (const field of ['lead', 'diagram', 'questions', 'related', 'nextStep', 'deliverables'])
      expect(read).toThrow(new RegExp(`^  ${field}`, 'm'));
  });

  it('rejects a flow through an unknown layer', () => {
    const diagram = {
      ...collection.diagram,
      flows: [{ name: 'Order', through: ['Screens', 'Mail'] }],
    };
    expect(() => readPage({ ...solution, diagram }, 'solutions/a.mdx')).toThrow(
      /diagram.flows.0\.through: "Mail"/,
    );
  });

  it('rejects a solution that does not explain each layer', () => {
    expect(() => readPage({ ...solution, parts: ['Shows'] }, 'solutions/a.mdx')).toThrow(/parts/);
  });

  it('rejects fields of another layout', () => {
    expect(() => readPage({ ...solution, signs: ['a', 'b', 'c'] }, 'a.mdx')).toThrow(/signs/);
  });
});

describe('an article', () => {
  const article = {
    ...page,
    layout: 'article',
    lead: 'What it is about.',
    published: '2026-11-20',
    tags: ['ledger'],
  };

  it('is valid without and with a diagram', () => {
    expect(readPage(article, 'blog/a.mdx')).toMatchObject(article);
    const { diagram } = collection;
    expect(readPage({ ...article, diagram }, 'blog/a.mdx')).toMatchObject({ diagram });
  });

  it('requires a date and a tag that can be part of an address', () => {
    const wrong = { ...article, published: 'yesterday', tags: ['Double entry'] };
    expect(() => readPage(wrong, 'blog/a.mdx')).toThrow(/published[\s\S]*tags\.0/);
    expect(() => readPage({ ...article, tags: [] }, 'blog/a.mdx')).toThrow(/tags/);
  });
});
