import { LogOut, MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toast } from '#ui/toast.ts';
import type { SessionWire } from '../contract.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PagedList } from './PagedList.tsx';
import { useRevokeOtherSessions, useRevokeSession, useSessions } from './queries.ts';
import { sayDevice } from './session-words.ts';

function SessionRow({ row }: { row: SessionWire }) {
  const revoke = useRevokeSession();
  const device = sayDevice(row);

  function signOut() {
    revoke.mutate(row.id, {
      onSuccess: () => toast.success(`Signed out: ${device}`),
      onError: (error) => toast.error(messageOf(error, `Failed to sign out: ${device}`)),
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

function SessionRows({ page, onPageChange }: { page: number; onPageChange: (to: number) => void }) {
  const sessions = useSessions(page);
  if (sessions.isPending) return <ListSkeleton label="Loading your sessions" />;
  if (!sessions.data)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(sessions.error)}
          onRetry={() => sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      </div>
    );
  const { results, count, page_size: pageSize } = sessions.data;
  if (results.length === 0)
    return <EmptyState title="No sessions">Places where you sign in appear here.</EmptyState>;
  return (
    <PagedList {...{ page, pageSize, onPageChange }} rowsCount={count}>
      {results.map((row) => (
        <SessionRow key={row.id} row={row} />
      ))}
    </PagedList>
  );
}

export function SessionList() {
  const [page, setPage] = useState(1);
  return (
    <Panel
      title="Where you are signed in"
      description="A session ends by itself 30 days after signing in."
      actions={<SignOutOthers />}
      isFlush
    >
      <SessionRows page={page} onPageChange={setPage} />
    </Panel>
  );
}
