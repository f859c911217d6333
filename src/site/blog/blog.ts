// Neighbours of an article, tags, and the page of one tag.

import { inSentence } from '#lib/in-sentence.ts';
import type { Page } from '../pages/page-schema.ts';
import { fillPath, toTitle } from '../routes/route-table.ts';
import type { Article } from './articles.ts';

export const tagPath = (tag: string): string => fillPath('/blog/tags/:tag', { tag });

/** The tag of a tag page's path. */
export const readTag = (path: string): string | undefined =>
  /^\/blog\/tags\/([^/]+)$/.exec(path)?.[1];

/** The articles published before and after one; `articles` is sorted newest first. */
export function findNeighbours(path: string, articles: readonly Article[]) {
  const at = articles.findIndex((article) => article.path === path);
  return { newer: articles[at - 1], older: at === -1 ? undefined : articles[at + 1] };
}

/** Every tag with its number of articles, the most used first. */
export function countTags(articles: readonly Article[]): { tag: string; count: number }[] {
  const groups = Map.groupBy(
    articles.flatMap(({ tags }) => tags),
    (tag) => tag,
  );
  return [...groups]
    .map(([tag, uses]) => ({ tag, count: uses.length }))
    .sort((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
}

const spellings: Record<string, string> = {
  ai: 'AI',
  api: 'API',
  pdf: 'PDF',
  postgresql: 'PostgreSQL',
  typescript: 'TypeScript',
};

export const tagLabel = (tag: string): string => spellings[tag] ?? toTitle(tag);

/** The frontmatter of the page of one tag; undefined when no article has the tag. */
export function tagPage(tag: string | undefined, articles: readonly Article[]): Page | undefined {
  const own = articles.filter(({ tags }) => tags.some((one) => one === tag));
  const [newest] = own;
  if (!tag || !newest) return undefined;
  const label = inSentence(tagLabel(tag));
  const count = own.length === 1 ? 'One article' : `${own.length} articles`;
  return {
    layout: 'overview',
    collection: 'blog',
    title: `Articles about ${label}`,
    description:
      `${count} about ${label} from our own engineering. The newest: ${newest.label}`.slice(0, 160),
    lead: `${count}, newest first.`,
    nextStep: {
      title: 'Found a mistake?',
      text: 'Tell us where it is and what would be right. We check it and correct the article.',
      label: 'Report a mistake',
      path: '/company/contact',
    },
    order: 0,
    appBar: true,
    isHidden: false,
    isHiddenInSitemap: true,
  };
}
