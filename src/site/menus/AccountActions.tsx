import { Link } from 'react-router';
import { useSession } from '#client/use-session.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { ThemeToggle } from '#ui/theme/ThemeToggle.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The right side of the top bar in the dashboard and console, also after the session has ended. */
export function AccountActions() {
  const { status, email } = useSession();
  return (
    <div className="flex items-center gap-1">
      <ThemeToggle />
      {status === 'anonymous' ? (
        <ButtonLink asChild size="small">
          <Link to="/auth">Sign In</Link>
        </ButtonLink>
      ) : (
        <UserMenu email={email ?? 'Your account'} />
      )}
    </div>
  );
}
