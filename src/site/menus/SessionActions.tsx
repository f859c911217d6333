import { LayoutDashboard } from 'lucide-react';
import { lazy } from 'react';
import { Link } from 'react-router';
import { useSession } from '#client/use-session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { ThemeToggle } from '#ui/theme/ThemeToggle.tsx';

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
      <ButtonLink asChild size="small" className="in-data-signed-in:hidden">
        <Link to="/auth">Sign In</Link>
      </ButtonLink>
      <ButtonLink asChild size="small" className="hidden! in-data-signed-in:inline-flex!">
        <Link to="/dashboard">
          <LayoutDashboard size={16} aria-hidden className="hidden lg:block" /> Dashboard
        </Link>
      </ButtonLink>
      {status === 'signed_in' && (
        <LazyBoundary>
          <UserMenu email={email ?? 'Your account'} />
        </LazyBoundary>
      )}
    </>
  );
}
