import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#client/use-session.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { toggleMenuDrawer } from '#ui/MenuDrawer.tsx';

const LogoutDialog = lazy(async () => {
  const { LogoutDialog: Dialog } = await import('#areas/accounts/ui/sessions/LogoutDialog.tsx');
  return { default: Dialog };
});

const WelcomeCard = () => (
  <section className="mt-4 border border-line p-4 surface-ground in-data-signed-in:hidden">
    <h2 className="text-lg">Welcome</h2>
    <p className="mt-1 text-sm text-quiet">Sign in to access your dashboard</p>
    <ButtonLink asChild variant="primary" className="mt-4 w-full">
      <Link to="/auth">Sign In</Link>
    </ButtonLink>
  </section>
);

type AccountCardProps = { email: string | null; onSignOut: () => void };

const AccountCard = ({ email, onSignOut }: AccountCardProps) => (
  <section className="mt-4 hidden border border-line p-4 surface-ground in-data-signed-in:block">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-sm">
        <span className="block text-quiet">Signed in as</span>
        <span className="block truncate font-medium">{email}</span>
      </p>
      <Badge tone="success">Active</Badge>
    </div>
    <div className="mt-4 grid gap-2">
      <ButtonLink asChild variant="primary">
        <Link to="/dashboard">Dashboard</Link>
      </ButtonLink>
      <ButtonLink asChild>
        <Link to="/dashboard/profile">Profile Settings</Link>
      </ButtonLink>
      <Button onClick={onSignOut}>Sign Out</Button>
    </div>
  </section>
);

/** Both cards are in the page; the attribute of session-mark.ts shows one of them. */
export function DrawerSession({ drawerId }: { drawerId: string }) {
  const { email } = useSession();
  const [isSigningOut, setIsSigningOut] = useState(false);

  function confirmSignOut() {
    // The dialog is on the page, which is inert while the drawer is open.
    toggleMenuDrawer(drawerId);
    setIsSigningOut(true);
  }

  return (
    <>
      <WelcomeCard />
      <AccountCard email={email} onSignOut={confirmSignOut} />
      {isSigningOut && (
        <LazyBoundary onFailure={() => setIsSigningOut(false)}>
          <LogoutDialog isOpen onOpenChange={setIsSigningOut} />
        </LazyBoundary>
      )}
    </>
  );
}
