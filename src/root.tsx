import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
} from 'react-router';
import { AuthRequiredDialog } from '#areas/accounts/ui/AuthRequiredDialog.tsx';
import { Analytics } from '#site/Analytics.tsx';
import { BrokenPage } from '#site/BrokenPage.tsx';
import { NavigationFocus } from '#site/NavigationFocus.tsx';
import { NavigationProgress } from '#site/NavigationProgress.tsx';
import { NeedsScripts } from '#site/NeedsScripts.tsx';
import { Providers } from '#site/Providers.tsx';
import { scriptsMarkScript } from '#site/scripts-mark.ts';
import { sessionMarkScript } from '#site/session-mark.ts';
import { speculationRules } from '#site/speculation-rules.ts';
import { displayFaceUrl, textFaceUrl } from '#ui/fonts.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { themeScript } from '#ui/theme.ts';
import './app.css';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours; their hash is in the policy.
          dangerouslySetInnerHTML={{
            __html: `${themeScript};${sessionMarkScript};${scriptsMarkScript}`,
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
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <Providers>
      <NavigationProgress />
      <Outlet />
      <NavigationFocus />
      <AuthRequiredDialog />
      <Analytics />
    </Providers>
  );
}

export function HydrateFallback() {
  return (
    <main className="grid min-h-svh content-center justify-items-center text-quiet">
      <NeedsScripts>
        <Spinner label="Loading the page" />
      </NeedsScripts>
    </main>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return <BrokenPage isMissing={isMissing} />;
}
