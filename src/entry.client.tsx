import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { PrefetchContext } from '#site/navigation/prefetch-context.ts';
import { pageDataId } from '#site/routes/printed-page.ts';
import { listScreenFiles, toRoutes } from '#site/routes/screens.ts';
import { Document, rootRoute } from './root.tsx';
import { screenFiles, screens } from './screens.ts';

/** Begins to fetch all files at once: each would name the next ones only when it has arrived. */
function fetchFiles(ids: readonly string[]): void {
  for (const href of listScreenFiles(screenFiles, ids))
    if (!document.head.querySelector(`link[href="${href}"]`))
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      );
}

const data = document.getElementById(pageDataId)?.textContent;
/** Undefined on a screen: all of them begin with the same page. */
const loaderData = data && (JSON.parse(data) as Record<string, unknown>);

let take = () => {};
/** Until React has taken over the document, it has to find in the router what was printed. */
const hydrated = new Promise<void>((resolve) => {
  take = resolve;
});

const routes: RouteObject[] = [
  {
    ...rootRoute,
    children: toRoutes(screens, async ({ id, load }) => {
      fetchFiles([id]);
      if (!loaderData) await hydrated;
      return load();
    }),
  },
];

const prefetch = (path: string) =>
  fetchFiles((matchRoutes(routes, path) ?? []).map(({ route }) => route.id ?? ''));

/** A page that was printed is taken over as it stands, so its code comes first. */
async function loadPrinted(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      const { lazy } = route;
      if (typeof lazy === 'function') Object.assign(route, await lazy(), { lazy: undefined });
    }),
  );
}

function Page({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  useLayoutEffect(take, []);
  return (
    <Document>
      <PrefetchContext value={prefetch}>
        <RouterProvider router={router} />
      </PrefetchContext>
    </Document>
  );
}

async function start(): Promise<void> {
  if (loaderData) await loadPrinted();
  const router = createBrowserRouter(routes, {
    ...(loaderData && { hydrationData: { loaderData } }),
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Page router={router} />
      </StrictMode>,
    );
  });
}

void start();
