import { LayoutDashboard } from 'lucide-react';
import { lazy } from 'react';
import { useSession } from '#client/use-session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { ThemeToggle } from '#ui/theme/ThemeToggle.tsx';
import { PageLink } from '../navigation/PageLink.tsx';

const UserMenu = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }));

/**
 * The right side of the top bar. Both buttons are in the page; the attribute of session-mark.ts
 * shows the right one from the first paint on, before the session has loaded.
 */
export function SessionActions() {
  const { status, email } = useSession();
  return (
    <>
      <ThemeToggle />
      <ButtonLink
        asChild
        variant="quiet"
        size="small"
        className="max-lg:px-2 in-data-signed-in:hidden"
      >
        <PageLink href="/auth">Sign In</PageLink>
      </ButtonLink>
      <ButtonLink asChild size="small" className="hidden! in-data-signed-in:inline-flex!">
        <PageLink href="/dashboard">
          <LayoutDashboard size={16} aria-hidden className="hidden xl:block" /> Dashboard
        </PageLink>
      </ButtonLink>
      {status === 'signed_in' && (
        <LazyBoundary>
          <UserMenu email={email ?? 'Your account'} />
        </LazyBoundary>
      )}
    </>
  );
}
