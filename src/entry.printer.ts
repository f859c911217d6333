// Prints pages in the build, in Node, from the files that browsers get. This one is for the build
// alone.

import { createElement, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  StaticRouterProvider,
} from 'react-router';
import { loadReference } from '#site/reference/load-reference.ts';
import type { PrintedPage, Printer } from '#site/routes/printed-page.ts';
import { listScreenFiles, toRoutes } from '#site/routes/screens.ts';
import { Document, Loading, rootRoute } from './root.tsx';
import { screenFiles, screens } from './screens.ts';

/** Loaders of the build, by the path of the route: browsers have none of what these print. */
const loaders: Record<string, LoaderFunction> = {
  'docs/api/*': loadReference,
  'docs/errors/*': loadReference,
};

const { query, dataRoutes } = createStaticHandler([
  {
    ...rootRoute,
    children: toRoutes(screens, async ({ path, load }) => {
      const loader = loaders[path ?? ''];
      return { ...(await load()), ...(loader && { loader }) };
    }),
  },
]);

const startScripts = () => screenFiles.start.map((at) => screenFiles.addresses[at] ?? '');

/** Whole: a stream would add 0.5 KB of React's code for late parts to each. */
async function print(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(createElement(Document, null, content));
  return new Response(prelude).text();
}

export async function printPage(path: string): Promise<PrintedPage> {
  const context = await query(new Request(new URL(path, 'http://localhost')));
  if (context instanceof Response) throw new Error(`${path} is no page, but leads elsewhere.`);
  for (const error of Object.values(context.errors ?? {})) throw error;
  const router = createStaticRouter(dataRoutes, context);
  return {
    html: await print(createElement(StaticRouterProvider, { router, context, hydrate: false })),
    data: context.loaderData,
    scripts: [
      ...startScripts(),
      ...listScreenFiles(
        screenFiles,
        context.matches.map(({ route }) => route.id),
      ),
    ],
  };
}

export const printFallback: Printer['printFallback'] = async () => ({
  html: await print(createElement(Loading)),
  data: {},
  scripts: startScripts(),
});
