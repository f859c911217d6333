import { Plug } from 'lucide-react';
import { useState } from 'react';
import { scopeLabels } from '#lib/scope-labels.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { toast } from '#ui/toast.ts';
import type { ConnectedAppWire } from '../../wire/apps.ts';
import { PagedList } from '../sessions/PagedList.tsx';
import { useConnectedApps, useDisconnectApp } from './queries.ts';

function Disconnect({ app }: { app: ConnectedAppWire }) {
  const [isOpen, setOpen] = useState(false);
  const disconnect = useDisconnectApp();

  async function confirm() {
    await disconnect.mutateAsync(app.id);
    toast.success(`Disconnected: ${app.name}`);
  }

  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`Disconnect ${app.name}`}>
        Disconnect
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setOpen}
        title={`Disconnect ${app.name}?`}
        description="It can no longer act for you. To use it again, connect it again."
        confirmLabel="Disconnect"
        busyLabel="Disconnecting..."
        onConfirm={confirm}
      />
    </>
  );
}

const AppRow = ({ app }: { app: ConnectedAppWire }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
    <Plug size={20} aria-hidden className="text-quiet" />
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
        <span className="wrap-anywhere">{app.name}</span>
        {app.is_disabled && <Badge tone="danger">Disabled by the operator</Badge>}
        {app.may_change ? (
          <Badge tone="warning">May change</Badge>
        ) : (
          <Badge tone="neutral">Reads only</Badge>
        )}
      </p>
      <p className="text-sm text-quiet">
        Last used <RelativeTime value={app.last_used_at} />, connected{' '}
        <RelativeTime value={app.created_at} />, from{' '}
        <span className="font-mono wrap-anywhere">{app.redirect_host}</span>
      </p>
      <p className="text-sm text-quiet">
        {app.scopes.map((scope) => scopeLabels[scope].label).join(', ')}
      </p>
    </div>
    <Disconnect app={app} />
  </li>
);

/** The apps that may act for the account. */
export function ConnectedApps() {
  const [page, goToPage] = useState(1);
  const apps = useConnectedApps(page);
  return (
    <Panel
      title="Connected apps"
      description="Assistants and other programs that you have allowed to act for you."
      isFlush
    >
      <PagedList
        result={apps}
        view={{ page, goToPage }}
        loadingLabel="Loading your connected apps"
        empty={
          <EmptyState title="No connected apps">Apps that you connect appear here.</EmptyState>
        }
      >
        {(app) => <AppRow key={app.id} app={app} />}
      </PagedList>
    </Panel>
  );
}
