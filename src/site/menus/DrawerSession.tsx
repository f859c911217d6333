import { lazy, useState } from 'react';
import { useSession } from '#client/use-session.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button, ButtonLink } from '#ui/Button.tsx';
import { LazyBoundary } from '#ui/LazyBoundary.tsx';
import { toggleMenuDrawer } from '#ui/MenuDrawer.tsx';
import { PageLink } from '../navigation/PageLink.tsx';

const LogoutDialog = lazy(async () => {
  const { LogoutDialog: Dialog } = await import('#areas/accounts/ui/sessions/LogoutDialog.tsx');
  return { default: Dialog };
});

const WelcomeCard = () => (
  <section className="mt-4 border border-line p-4 surface-ground in-data-signed-in:hidden">
    <h2 className="text-lg">Welcome</h2>
    <p className="mt-1 text-sm text-quiet">Sign in to access your dashboard</p>
    <ButtonLink asChild className="mt-4 w-full">
      <PageLink href="/auth">Sign In</PageLink>
    </ButtonLink>
  </section>
);

type AccountCardProps = { email: string | null; onSignOut: () => void };

const AccountCard = ({ email, onSignOut }: AccountCardProps) => (
  <section className="mt-4 border border-line p-4 surface-ground">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 text-sm">
        <span className="block text-quiet">Signed in as</span>
        <span className="block truncate font-medium">{email}</span>
      </p>
      <Badge tone="success">Active</Badge>
    </div>
    <div className="mt-4 grid gap-2">
      <ButtonLink asChild>
        <PageLink href="/dashboard">Dashboard</PageLink>
      </ButtonLink>
      <ButtonLink asChild>
        <PageLink href="/dashboard/profile">Profile Settings</PageLink>
      </ButtonLink>
      <Button onClick={onSignOut}>Sign Out</Button>
    </div>
  </section>
);

/** The attribute of session-mark.ts hides the first card; only scripts know the second's person. */
export function DrawerSession({ drawerId }: { drawerId: string }) {
  const { status, email } = useSession();
  const [isSigningOut, setIsSigningOut] = useState(false);

  function confirmSignOut() {
    // The dialog is on the page, which is inert while the drawer is open.
    toggleMenuDrawer(drawerId);
    setIsSigningOut(true);
  }

  return (
    <>
      <WelcomeCard />
      {status === 'signed_in' && <AccountCard email={email} onSignOut={confirmSignOut} />}
      {isSigningOut && (
        <LazyBoundary onFailure={() => setIsSigningOut(false)}>
          <LogoutDialog isOpen onOpenChange={setIsSigningOut} />
        </LazyBoundary>
      )}
    </>
  );
}
