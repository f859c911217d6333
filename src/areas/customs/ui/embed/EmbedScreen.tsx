import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import type { RecordFilter } from '#ui/records/record-filters.ts';
import { Screen } from '#ui/Screen.tsx';
import { toast } from '#ui/toast.ts';
import type { EmbedKeyWire } from '../../wire/embed/embed.ts';
import { EmbedCode } from './EmbedCode.tsx';
import { type EmbedAction, listColumns } from './EmbedKeyColumns.tsx';
import { CreateEmbedKey, EditEmbedKey } from './EmbedKeyForm.tsx';
import { embedKeyList, useRevokeEmbedKey } from './queries.ts';

const filters: readonly RecordFilter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name of a calculator' },
];

type OpenDialog = { action: 'create' } | { action: EmbedAction; embedKey: EmbedKeyWire };

const CreateButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={<Plus size={18} aria-hidden />} onClick={onClick}>
    Create calculator
  </Button>
);

type RevokeProps = { embedKey: EmbedKeyWire; onClose: () => void };

function RevokeEmbedKey({ embedKey, onClose }: RevokeProps) {
  const revoke = useRevokeEmbedKey();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Revoke calculator ${embedKey.name}?`}
      description="It stops on every site at once and says that it is switched off. This can’t be undone."
      confirmLabel="Revoke calculator"
      busyLabel="Revoking..."
      cancelLabel="Keep it"
      onConfirm={async () => {
        await revoke.mutateAsync(embedKey.id);
        toast.success(`Calculator ${embedKey.name} revoked`);
      }}
    />
  );
}

type DialogsProps = { dialog: OpenDialog; open: (dialog: OpenDialog | undefined) => void };

function Dialogs({ dialog, open }: DialogsProps) {
  const close = () => open(undefined);
  if (dialog.action === 'create')
    return (
      <CreateEmbedKey
        onCreated={(embedKey) => open({ action: 'code', embedKey })}
        onClose={close}
      />
    );
  const { embedKey } = dialog;
  if (dialog.action === 'code') return <EmbedCode embedKey={embedKey} onClose={close} />;
  if (dialog.action === 'revoke') return <RevokeEmbedKey embedKey={embedKey} onClose={close} />;
  const onSaved = (name: string) => {
    toast.success(`Calculator ${name} saved`);
    close();
  };
  return <EditEmbedKey embedKey={embedKey} onSaved={onSaved} onClose={close} />;
}

/** Calculators that the customer shows on other sites. */
export default function EmbedScreen() {
  const [dialog, open] = useState<OpenDialog>();
  const create = () => open({ action: 'create' });
  return (
    <Screen
      title="Calculators for your site"
      description="Visitors of your pages calculate duties there. Each calculation counts for your plan."
      back={{ to: '/dashboard/customs', label: 'Customs' }}
      action={<CreateButton onClick={create} />}
    >
      <RecordList
        what="calculators"
        list={embedKeyList}
        columns={listColumns((embedKey, action) => open({ action, embedKey }))}
        filters={filters}
        rowKey={(row) => row.id}
        rowLabel={(row) => `Calculator ${row.name}`}
        skeletonRowsCount={3}
        empty={
          <EmptyState title="No calculator yet" action={<CreateButton onClick={create} />}>
            Two lines of HTML show a duty calculator on your own site.
          </EmptyState>
        }
        noMatches={{ title: 'No calculator matches', children: 'Try another name.' }}
        isPlain
      />
      {dialog && <Dialogs dialog={dialog} open={open} />}
    </Screen>
  );
}
