import { LogOut, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { UserWire } from '../../wire/profile.ts';
import { useProfile } from '../queries.ts';
import { LogoutDialog } from '../sessions/LogoutDialog.tsx';
import { NotAuthenticated } from '../sessions/NotAuthenticated.tsx';
import { AvatarPicker } from './AvatarPicker.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { AccountFacts, ProfileFacts } from './ProfileFacts.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { ProfileLoadError } from './ProfileLoadError.tsx';
import { loadProfileSchema } from './profile-form.ts';
import { usePendingAvatar } from './use-pending-avatar.ts';

function SignOutButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<LogOut size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Sign Out
      </Button>
      <LogoutDialog isOpen={isOpen} onOpenChange={setOpen} />
    </>
  );
}

type EditButtonProps = { onEdit: () => void; takesFocus: boolean };

function EditButton({ onEdit, takesFocus }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  // Preloads the rules; saving loads them otherwise.
  const warmUp = () => void loadProfileSchema().catch(() => undefined);
  return (
    <Button
      ref={button}
      variant="primary"
      icon={<Pencil size={16} aria-hidden />}
      onPointerEnter={warmUp}
      onFocus={warmUp}
      onClick={onEdit}
    >
      Edit Profile
    </Button>
  );
}

function ProfilePanel({ user }: { user: UserWire }) {
  const [view, setView] = useState<'facts' | 'form' | 'facts_again'>('facts');
  const avatar = usePendingAvatar();

  function cancel() {
    avatar.drop();
    setView('facts_again');
  }

  return (
    <Panel
      title="Your details"
      actions={
        view !== 'form' && (
          // The focused element was removed with the form.
          <EditButton onEdit={() => setView('form')} takesFocus={view === 'facts_again'} />
        )
      }
    >
      <div className="grid gap-6">
        <AvatarPicker user={user} pending={avatar} />
        {view === 'form' ? (
          <ProfileForm user={user} onSaved={() => setView('facts_again')} onCancel={cancel} />
        ) : (
          <ProfileFacts user={user} />
        )}
      </div>
    </Panel>
  );
}

const LoadingProfile = () => (
  <div className="grid gap-6 border border-line p-5 surface-raised">
    <Skeleton className="size-24" />
    <Skeleton className="h-8 w-full" linesCount={6} />
  </div>
);

function ProfileScreen() {
  const profile = useProfile();
  if (profile.data)
    return (
      <>
        <ProfilePanel user={profile.data} />
        <AccountFacts user={profile.data} />
        <Panel title="Mail">
          <Link to="/dashboard/wallet/payment-methods" className="link">
            Choose which mails about money you get
          </Link>
        </Panel>
        <DeleteAccount email={profile.data.email} />
      </>
    );
  if (!profile.isError) return <LoadingProfile />;
  return <ProfileLoadError onRetry={() => profile.refetch()} isRetrying={profile.isFetching} />;
}

export default function Profile() {
  const { status } = useSession();
  if (status === 'anonymous')
    return <NotAuthenticated message="Please log in to view your profile." />;
  return (
    <div className="grid max-w-3xl gap-6">
      <title>{`Profile Settings · ${site.name}`}</title>
      <PageHeader title="Profile Settings" action={<SignOutButton />} />
      <ProfileScreen />
    </div>
  );
}
