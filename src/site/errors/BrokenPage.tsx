import { useLayoutEffect } from 'react';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { restoreTheme } from '#ui/theme/theme.ts';
import { mainMenu } from '../menus/menu.ts';
import { ScreenFailure } from './ScreenFailure.tsx';

type BrokenPageProps = { isMissing: boolean };

const missing = (
  <>
    <title>{`Page not found · ${site.name}`}</title>
    <EmptyState
      title="This page does not exist"
      isPage
      action={<ButtonLink href="/">Go to the home page</ButtonLink>}
    >
      The address may have changed.
    </EmptyState>
  </>
);

/**
 * The last resort, for when not even the layout loads. It needs no layout and no session; its links
 * load whole pages, which fetches the current files from the server.
 */
export function BrokenPage({ isMissing }: BrokenPageProps) {
  useLayoutEffect(restoreTheme, []);
  return (
    <div className="flex min-h-svh flex-col">
      <header className="border-b border-line px-gutter">
        <nav
          aria-label="Main"
          className="mx-auto flex min-h-16 max-w-page flex-wrap items-center gap-x-6 gap-y-2 py-3"
        >
          <a href="/" className="mr-4 font-display text-lg font-semibold tracking-tight">
            {site.name}
          </a>
          {mainMenu.map(({ group, title, path }) => (
            <a key={group} href={path} className="text-sm hover:text-accent">
              {title}
            </a>
          ))}
          <a href="/dashboard" className="text-sm hover:text-accent">
            Dashboard
          </a>
        </nav>
      </header>
      <main className="grid flex-1 place-items-center px-gutter">
        {isMissing ? missing : <ScreenFailure />}
      </main>
    </div>
  );
}
