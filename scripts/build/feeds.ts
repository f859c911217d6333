import { Feed } from 'feed';
import type { Article } from '../../src/site/blog/articles.ts';
import { tagLabel } from '../../src/site/blog/blog.ts';
import { feedPaths } from '../../src/site/metadata/feed-paths.ts';

type FeedFacts = {
  name: string;
  origin: string;
  /** Newest first. */
  articles: readonly Article[];
};

/** The RSS and JSON feeds of the blog, by path. Dates are midnight UTC. */
export function printFeeds({ name, origin, articles }: FeedFacts): Record<string, string> {
  const days = articles.map(({ published, updated }) => updated ?? published).sort();
  const feed = new Feed({
    id: `${origin}/blog`,
    title: `${name}: blog`,
    description: 'How we build software, and what we learn from it.',
    link: `${origin}/blog`,
    language: 'en',
    copyright: name,
    updated: new Date(days.at(-1) ?? 0),
    feedLinks: { rss: origin + feedPaths.rss, json: origin + feedPaths.json },
  });
  for (const { path, label, lead, author, published, updated, tags } of articles)
    feed.addItem({
      id: origin + path,
      link: origin + path,
      title: label,
      description: lead,
      author: [{ name: author.name }],
      published: new Date(published),
      date: new Date(updated ?? published),
      category: tags.map((tag) => ({ name: tagLabel(tag) })),
    });
  return { [feedPaths.rss.slice(1)]: feed.rss2(), [feedPaths.json.slice(1)]: feed.json1() };
}
