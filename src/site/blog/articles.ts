// Facts about an article for lists, feeds and its layout, read from its text in Node.
import { type ContentPage, readBody, toLabel } from '../pages/content-pages.ts';
import { toSlug } from '../pages/slug.ts';
import { type Author, findAuthor } from '../people/authors.ts';

export type Article = {
  path: string;
  label: string;
  lead: string;
  author: Author;
  /** Days as in `2026-11-21`. */
  published: string;
  updated?: string;
  tags: readonly string[];
  /** Reading time, at a pace for technical text. */
  minutes: number;
  /** Its headings of the second level, with their anchors. */
  contents: readonly { id: string; title: string }[];
};

const wordsPerMinute = 200;

/** Empty for pages that are not articles. */
export function toArticle({ url, file, page }: ContentPage): Article[] {
  if (page.layout !== 'article') return [];
  const { lead, published, updated, tags } = page;
  const body = readBody(file);
  const author = findAuthor(page.author);
  const facts = { path: url, label: toLabel(page), lead, author, published, tags };
  return [
    {
      ...facts,
      ...(updated && { updated }),
      minutes: Math.max(1, Math.round(countWords(`${lead} ${body}`) / wordsPerMinute)),
      contents: listHeadings(body),
    },
  ];
}

/** Includes code, which takes time to read as well. */
export const countWords = (text: string): number =>
  text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu)?.length ?? 0;

/** The headings of the second level outside of code, without Markdown. */
export function listHeadings(body: string): Article['contents'] {
  const prose = body.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => {
    const title = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*]/g, '')
      .trim();
    return { id: toSlug(title), title };
  });
}
