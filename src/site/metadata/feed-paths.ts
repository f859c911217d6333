/** The feeds of the blog. */
export const feedPaths = { rss: '/blog/feed.xml', json: '/blog/feed.json' } as const;

export const changelogPath = '/docs/changelog';
/** Atom. */
export const changelogFeed = `${changelogPath}/feed.xml`;
