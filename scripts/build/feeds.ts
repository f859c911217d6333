import { Feed } from 'feed';
import type { Article } from '../../src/site/blog/articles.ts';
import { tagLabel } from '../../src/site/blog/blog.ts';
import { feedPaths } from '../../src/site/metadata/feed-paths.ts';
import { toSlug } from '../../src/site/pages/slug.ts';

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

type ChangelogFacts = { name: string; address: string; feedAddress: string; body: string };

/** A section of the changelog: `## 2026-11-26: A page for each error`. */
const entryPattern = /^## (\d{4}-\d\d-\d\d): (.+)$/gm;

/** The words of Markdown without links and marks. */
const plainWords = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .trim();

/** The entries of the changelog as Atom, each at its heading. */
export function printChangelogFeed({ name, address, feedAddress, body }: ChangelogFacts): string {
  const heads = [...body.matchAll(entryPattern)];
  const feed = new Feed({
    id: address,
    title: `${name}: changes of the API`,
    link: address,
    language: 'en',
    copyright: name,
    updated: new Date(heads[0]?.[1] ?? 0),
    feedLinks: { atom: feedAddress },
  });
  for (const [at, { 0: line, 1: day = '', 2: title = '', index }] of heads.entries()) {
    const link = `${address}#${toSlug(`${day}: ${title}`)}`;
    const text = plainWords(body.slice(index + line.length, heads[at + 1]?.index));
    feed.addItem({ id: link, link, title, date: new Date(day), description: text });
  }
  return feed.atom1();
}
