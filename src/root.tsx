import { type ReactNode, useEffect } from 'react';
import {
  isRouteErrorResponse,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { AuthRequiredDialog } from '#areas/accounts/ui/sessions/AuthRequiredDialog.tsx';
import { siteSettings } from '#client/site-settings.ts';
import site from '#content/site.json' with { type: 'json' };
import { siteSettingsId } from '#lib/site-settings.ts';
import { Analytics } from '#site/analytics/Analytics.tsx';
import { BrokenPage } from '#site/errors/BrokenPage.tsx';
import { failedScriptsScript } from '#site/errors/failed-scripts-mark.ts';
import { RequiresScripts } from '#site/errors/RequiresScripts.tsx';
import { Providers } from '#site/layout/Providers.tsx';
import { sessionMarkScript } from '#site/menus/session-mark.ts';
import { endLazySections, lazySectionsScript } from '#site/navigation/lazy-sections.ts';
import { NavigationFocus } from '#site/navigation/NavigationFocus.tsx';
import { NavigationProgress } from '#site/navigation/NavigationProgress.tsx';
import { restoreScrollScript, scrollStorageKey } from '#site/navigation/restore-scroll.ts';
import { speculationRules } from '#site/navigation/speculation-rules.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { displayFaceUrl, textFaceUrl } from '#ui/theme/fonts.ts';
import { themeScript } from '#ui/theme/theme.ts';
import sheetUrl from './app.css?url';

/** Around the router. */
export function Document({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours; their hash is in the policy.
          dangerouslySetInnerHTML={{
            __html: `${themeScript};${sessionMarkScript};${failedScriptsScript};${lazySectionsScript}`,
          }}
        />
        <script
          type="speculationrules"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, and no code.
          dangerouslySetInnerHTML={{ __html: speculationRules }}
        />
        <link rel="preload" as="font" type="font/woff2" href={textFaceUrl} crossOrigin="" />
        <link
          id="display-face"
          rel="preload"
          as="font"
          type="font/woff2"
          href={displayFaceUrl}
          crossOrigin=""
        />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.png" type="image/png" sizes="64x64" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <script
          id={siteSettingsId}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the configuration allows no character that could end the script.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(siteSettings) }}
        />
        <link rel="stylesheet" href={sheetUrl} />
      </head>
      <body>
        {children}
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours; its hash is in the policy.
          dangerouslySetInnerHTML={{ __html: restoreScrollScript }}
        />
      </body>
    </html>
  );
}

function App() {
  useEffect(endLazySections, []);
  return (
    <Providers>
      <NavigationProgress />
      <Outlet />
      <NavigationFocus />
      <ScrollRestoration storageKey={scrollStorageKey} />
      <AuthRequiredDialog />
      <Analytics />
    </Providers>
  );
}

/** What is printed for all screens, until the code of one has loaded. */
export function Loading() {
  return (
    <main className="grid min-h-svh content-center justify-items-center text-quiet">
      <title>{site.name}</title>
      <RequiresScripts>
        <Spinner label="Loading the page" />
      </RequiresScripts>
    </main>
  );
}

function Broken() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <BrokenPage isMissing={isMissing} />;
}

export const rootRoute = {
  id: 'root',
  Component: App,
  HydrateFallback: Loading,
  ErrorBoundary: Broken,
} satisfies RouteObject;
