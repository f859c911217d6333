import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { resultToasts, toast } from '#ui/toast.ts';
import { sessionDays } from '../../wire/sessions.constants.ts';
import type { SessionWire } from '../../wire/sessions.ts';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from '../queries.ts';
import { formatDevice } from './format-device.ts';
import { PagedList } from './PagedList.tsx';

function SessionRow({ row }: { row: SessionWire }) {
  const revoke = useRevokeSession();
  const device = formatDevice(row);
  const results = resultToasts(`session ${row.id}`);

  function signOut() {
    revoke.mutate(row.id, {
      onSuccess: () => results.success(`Signed out: ${device}`),
      onError: (error) => results.error(errorMessage(error, `Failed to sign out: ${device}`)),
    });
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <MonitorSmartphone size={20} aria-hidden className="text-quiet" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span>{device}</span> {row.is_current && <Badge tone="success">This device</Badge>}
        </p>
        <p className="text-sm text-quiet">
          Last used <RelativeTime value={row.last_used_at} />, signed in{' '}
          <RelativeTime value={row.created_at} />
          {row.ip && (
            <>
              , from <span className="font-mono">{row.ip}</span>
            </>
          )}
        </p>
      </div>
      {!row.is_current && (
        <Button
          size="small"
          onClick={signOut}
          isBusy={revoke.isPending}
          busyLabel="Signing out..."
          aria-label={`Sign out ${device}`}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function SignOutOthers() {
  const [isOpen, setOpen] = useState(false);
  const revoke = useRevokeOtherSessions();

  async function confirm() {
    await revoke.mutateAsync(undefined);
    toast.success('Signed out everywhere else');
  }

  return (
    <>
      <Button
        size="small"
        variant="danger"
        icon={<LogOut size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Sign out everywhere else
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Sign out everywhere else?"
        description="Every other browser and device has to sign in again with a code. This one stays signed in."
        confirmLabel="Sign out everywhere else"
        busyLabel="Signing out..."
        onConfirm={confirm}
      />
    </>
  );
}

export function SessionList() {
  const [page, goToPage] = useState(1);
  const sessions = useSessions(page);
  return (
    <Panel
      title="Where you are signed in"
      description={`A session ends by itself ${sessionDays} days after signing in.`}
      actions={<SignOutOthers />}
      isFlush
    >
      <PagedList
        result={sessions}
        view={{ page, goToPage }}
        loadingLabel="Loading your sessions"
        empty={<EmptyState title="No sessions">Places where you sign in appear here.</EmptyState>}
      >
        {(row) => <SessionRow key={row.id} row={row} />}
      </PagedList>
    </Panel>
  );
}
