import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { toArticle } from '../../src/site/articles.ts';
import { listContentPages, toCard, toRoute } from '../../src/site/pages.ts';

const content = path.resolve(import.meta.dirname, '../../content');

/** Files of src/site that read content/ in Node, and what the browser gets in their place. */
const values = {
  '/src/site/content-routes.ts': () => ({ contentRoutes: listContentPages().map(toRoute) }),
  '/src/site/content-cards.ts': () => ({ contentCards: listContentPages().flatMap(toCard) }),
  '/src/site/content-articles.ts': () => ({
    contentArticles: listContentPages().flatMap(toArticle),
  }),
};

/**
 * Puts what content/ says into the browser's code. The map of screens reads content/ once: a page
 * that comes or goes restarts the dev server.
 */
export const contentPages = (): Plugin => ({
  name: 'content-pages',
  enforce: 'pre',
  load(id) {
    const found = Object.entries(values).find(([file]) => id.split('?')[0]?.endsWith(file));
    if (!found) return;
    for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.mdx')) this.addWatchFile(path.join(content, file));
    return Object.entries(found[1]())
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
      .join('\n');
  },
  configureServer(server) {
    const restart = (file: string) => {
      if (file.endsWith('.mdx')) void server.restart();
    };
    server.watcher.add('content');
    server.watcher.on('add', restart).on('unlink', restart);
  },
});
