import { describe, expect, it } from 'vitest';
import { readPage } from './page-schema.ts';

const page = {
  title: 'Contact',
  description: 'How to reach us by form, email or phone, and when we answer.',
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
  tagline: 'The one thought of the page.',
  lead: 'What it is in a sentence.',
  diagram: {
    label: 'How it works',
    layers: ['Screens', 'Rules', 'Records'],
    flows: [
      {
        name: 'Order',
        through: ['Screens', 'Rules'],
        notes: ['It is entered once.', 'It is refused without a price.'],
      },
      { name: 'Report', through: ['Records', 'Screens'] },
    ],
  },
  questions: [
    { question: 'How long?', answer: 'Weeks.' },
    { question: 'How much?', answer: 'A price for each step.' },
    { question: 'Whose is it?', answer: 'Yours.' },
  ],
  related: ['/services'],
  deliverables: ['The code', 'A guide', 'An afternoon of questions'],
  nextStep: { title: 'Begin', text: 'Write to us.', label: 'Write', path: '/company/contact' },
};
const without = (data: object, field: string) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => name !== field));
const solution = {
  ...collection,
  layout: 'solution',
  parts: ['Shows', 'Decides', 'Keeps'],
  technologies: ['PostgreSQL'],
};
const service = {
  ...collection,
  layout: 'service',
  inShort: { purpose: 'A task without a product', firstStep: 'A drawing', duration: '1 week' },
};
const project = {
  ...collection,
  layout: 'project',
  kind: 'Order system',
  shelf: 'blueprint',
  glyph: 'ledger',
  industries: ['enterprise'],
  services: ['custom-software'],
  technologies: ['PostgreSQL'],
};

describe('a page of a collection', () => {
  it('is valid with all fields', () => {
    expect(readPage(solution, 'solutions/a.mdx')).toMatchObject(solution);
    expect(readPage(service, 'services/a.mdx')).toMatchObject(service);
    expect(readPage(project, 'projects/a.mdx')).toMatchObject(project);
  });

  it('requires all fields', () => {
    const fields = ['tagline', 'lead', 'diagram', 'questions', 'related', 'nextStep'];
    for (const field of [...fields, 'deliverables', 'inShort'])
      expect(() => readPage(without(service, field), 'services/a.mdx')).toThrow(
        new RegExp(`^  ${field}`, 'm'),
      );
    for (const field of ['kind', 'shelf', 'glyph', 'industries', 'services', 'technologies'])
      expect(() => readPage(without(project, field), 'projects/a.mdx')).toThrow(
        new RegExp(`^  ${field}`, 'm'),
      );
  });

  it('has three questions, three to five deliverables, and its plain name as heading', () => {
    const question = { question: 'When?', answer: 'In May.' };
    const wrong: [string, object][] = [
      ['questions', { questions: collection.questions.slice(1) }],
      ['questions', { questions: [...collection.questions, question] }],
      ['deliverables', { deliverables: ['The code', 'A guide'] }],
      ['deliverables', { deliverables: ['1', '2', '3', '4', '5', '6'] }],
      ['heading', { heading: 'A riddle' }],
      ['tagline', { tagline: 'x'.repeat(91) }],
      ['capture', { capture: 'an-unknown-picture' }],
      ['tryIt', { tryIt: { label: 'Try it', path: 'https://elsewhere.example' } }],
    ];
    for (const [field, change] of wrong)
      expect(() => readPage({ ...project, ...change }, 'projects/a.mdx')).toThrow(
        new RegExp(`^  .*${field}`, 'm'),
      );
  });

  it('has notes for at least one flow, one for each layer that it passes through', () => {
    const [order, report] = collection.diagram.flows;
    const read = (flows: unknown[]) => () =>
      readPage({ ...solution, diagram: { ...collection.diagram, flows } }, 'solutions/a.mdx');
    expect(read([without(order!, 'notes'), report])).toThrow(/at least one flow needs notes/);
    expect(read([{ ...order, notes: ['One.'] }, report])).toThrow(/one sentence for each layer/);
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

  it('is changed after its publication, if at all', () => {
    const read = (updated: string) => () => readPage({ ...article, updated }, 'blog/a.mdx');
    expect(read('2026-11-20')()).toMatchObject({ updated: '2026-11-20' });
    expect(read('2026-11-19')).toThrow(/updated: is before the day of publication/);
  });

  it('can name the person who signs it', () => {
    const signed = { ...article, author: 'ada-example' };
    expect(readPage(signed, 'blog/a.mdx')).toMatchObject({ author: 'ada-example' });
    expect(() => readPage({ ...article, author: 'Ada Example' }, 'blog/a.mdx')).toThrow(/author/);
  });
});
