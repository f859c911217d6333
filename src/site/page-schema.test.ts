import { describe, expect, it } from 'vitest';
import { readPage } from './page-schema.ts';

const page = {
  title: 'Contact',
  description: 'How to reach us by form, e-mail or phone, and when we answer.',
  updated: '2026-11-20',
};

describe('readPage', () => {
  it('fills in what a page may leave out', () => {
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

  it('refuses a layout that does not exist, and names those that do', () => {
    expect(() => readPage({ ...page, layout: 'wide' }, 'a.mdx')).toThrow(/layout: .*overview/);
  });

  it('refuses a page without any head', () => {
    expect(() => readPage(undefined, 'empty.mdx')).toThrow(/empty\.mdx[\s\S]*title/);
  });

  it('wants the day of the last change, except of a page that nobody is to find', () => {
    const { updated: _, ...undated } = page;
    expect(() => readPage(undated, 'terms.mdx')).toThrow(/updated: needs the day/);
    expect(readPage({ ...undated, isHidden: true }, '404.mdx')).toMatchObject({ isHidden: true });
  });

  it('refuses a day that is none', () => {
    expect(() => readPage({ ...page, updated: '2026-13-01' }, 'terms.mdx')).toThrow(/updated/);
  });
});

const family = {
  ...page,
  lead: 'What it is in a sentence.',
  sketch: {
    label: 'How it hangs together',
    warp: ['Screens', 'Rules', 'Records'],
    weft: [
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
  ...family,
  layout: 'solution',
  parts: ['Shows', 'Decides', 'Keeps'],
  technologies: ['PostgreSQL'],
};

describe('a page of a family', () => {
  it('is read when it is whole', () => {
    expect(readPage(solution, 'solutions/a.mdx')).toMatchObject(solution);
  });

  it('must draw, answer and lead on', () => {
    const read = () => readPage({ ...page, layout: 'service' }, 'services/a.mdx');
    for (const field of ['lead', 'sketch', 'questions', 'related', 'nextStep', 'deliverables'])
      expect(read).toThrow(new RegExp(`^  ${field}`, 'm'));
  });

  it('refuses a flow through a part that the drawing lacks', () => {
    const sketch = { ...family.sketch, weft: [{ name: 'Order', through: ['Screens', 'Mail'] }] };
    expect(() => readPage({ ...solution, sketch }, 'solutions/a.mdx')).toThrow(
      /sketch\.weft\.0\.through: "Mail"/,
    );
  });

  it('refuses a solution that does not explain each of its parts', () => {
    expect(() => readPage({ ...solution, parts: ['Shows'] }, 'solutions/a.mdx')).toThrow(/parts/);
  });

  it('refuses what belongs to another layout', () => {
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

  it('is read without a sketch, and with one', () => {
    expect(readPage(article, 'blog/a.mdx')).toMatchObject(article);
    const { sketch } = family;
    expect(readPage({ ...article, sketch }, 'blog/a.mdx')).toMatchObject({ sketch });
  });

  it('needs a day and a tag that addresses can have', () => {
    const wrong = { ...article, published: 'yesterday', tags: ['Double entry'] };
    expect(() => readPage(wrong, 'blog/a.mdx')).toThrow(/published[\s\S]*tags\.0/);
    expect(() => readPage({ ...article, tags: [] }, 'blog/a.mdx')).toThrow(/tags/);
  });
});
