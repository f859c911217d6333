import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { toArticle } from '../../src/site/blog/articles.ts';
import { vehiclePageEntries } from '../../src/site/customs/vehicle-page-entries.ts';
import { vehiclePages } from '../../src/site/customs/vehicle-pages.ts';
import {
  listContentPages,
  toCard,
  toContactPrompt,
  toRoute,
} from '../../src/site/pages/content-pages.ts';
import { insertValues } from '../../src/site/pages/content-values.ts';
import { pagesBelow } from '../../src/site/pages/pages-below.ts';
import { people } from '../../src/site/people/people.ts';
import { apiAreas, callGroups } from '../../src/site/reference/call-groups.ts';
import { openApiDocument } from '../../src/site/reference/openapi-document.ts';
import { listSearchEntries, listSearchTexts } from '../../src/site/search/page-texts.ts';

const content = path.resolve(import.meta.dirname, '../../content');

/**
 * Modules of src/site that read files in Node, and the values that replace them in the browser.
 */
const values = {
  '/src/site/routes/content-routes.ts': () => ({ contentRoutes: listContentPages().map(toRoute) }),
  '/src/site/pages/content-cards.ts': () => ({ contentCards: listContentPages().flatMap(toCard) }),
  '/src/site/pages/contact-prompts.ts': () => ({
    contactPrompts: Object.fromEntries(listContentPages().flatMap(toContactPrompt)),
  }),
  '/src/site/blog/content-articles.ts': () => ({
    contentArticles: listContentPages().flatMap(toArticle),
  }),
  '/src/site/people/people.ts': () => ({ people }),
  '/src/site/customs/vehicle-pages.ts': () => ({ vehiclePages }),
  '/src/site/search/search-entries.ts': () => ({ searchEntries: listSearchEntries() }),
  '/src/site/search/search-texts.ts': () => ({ searchTexts: listSearchTexts() }),
  '/src/site/pages/pages-below.ts': () => ({ pagesBelow }),
  '/src/site/customs/vehicle-page-entries.ts': () => ({ vehiclePageEntries }),
  '/src/site/reference/call-groups.ts': () => ({ apiAreas, callGroups }),
  '/src/site/reference/openapi-document.ts': () => ({ openApiDocument }),
};

/**
 * Inserts the product's numbers into pages, so it comes before the MDX compiler, and replaces
 * modules that read content/ by their values in the client. The routes read content/ once, so the
 * dev server restarts when a page is added or removed.
 */
export const contentPages = (): Plugin => ({
  name: 'content-pages',
  enforce: 'pre',
  transform(source, id) {
    if (id.split('?')[0]?.endsWith('.mdx')) return { code: insertValues(source), map: null };
  },
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
