import { Feed } from 'feed';
import type { Article } from '../../src/site/articles.ts';
import { tagLabel } from '../../src/site/blog.ts';
import { feedPaths } from '../../src/site/feed-paths.ts';

type FeedFacts = {
  name: string;
  origin: string;
  /** Newest first. */
  articles: readonly Article[];
};

/** The blog as RSS and as JSON, by their paths. A day counts from midnight, UTC. */
export function printFeeds({ name, origin, articles }: FeedFacts): Record<string, string> {
  const days = articles.map(({ published, updated }) => updated ?? published).sort();
  const feed = new Feed({
    id: `${origin}/blog`,
    title: `${name}: blog`,
    description: 'How it is made, and what it taught us.',
    link: `${origin}/blog`,
    language: 'en',
    copyright: name,
    updated: new Date(days.at(-1) ?? 0),
    feedLinks: { rss: origin + feedPaths.rss, json: origin + feedPaths.json },
  });
  for (const { path, label, lead, published, updated, tags } of articles)
    feed.addItem({
      id: origin + path,
      link: origin + path,
      title: label,
      description: lead,
      published: new Date(published),
      date: new Date(updated ?? published),
      category: tags.map((tag) => ({ name: tagLabel(tag) })),
    });
  return { [feedPaths.rss.slice(1)]: feed.rss2(), [feedPaths.json.slice(1)]: feed.json1() };
}
