import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { NoMatches } from '#ui/records/NoMatches.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { type RecordFilter, useRecordView } from '#ui/records/record-filters.ts';
import { toast } from '#ui/toast.ts';
import type { EmbedKeyWire } from '../../wire/embed.ts';
import { EmbedCode } from './EmbedCode.tsx';
import { CreateEmbedKey, EditEmbedKey } from './EmbedKeyForm.tsx';
import { type EmbedAction, EmbedKeyTable } from './EmbedKeyTable.tsx';
import { useEmbedKeys, useRevokeEmbedKey } from './queries.ts';

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
  const view = useRecordView(filters);
  const keys = useEmbedKeys(view.query);
  const [dialog, open] = useState<OpenDialog>();
  const create = () => open({ action: 'create' });
  return (
    <>
      <title>{`Calculators for your site · ${site.name}`}</title>
      <PageHeader
        title="Calculators for your site"
        description="Visitors of your pages calculate duties there. Each calculation counts for your plan."
        back={
          <Link to="/dashboard/customs" className="link">
            Customs
          </Link>
        }
        action={<CreateButton onClick={create} />}
      />
      <Panel className="mt-6" isFlush>
        <EmbedKeyTable
          view={view}
          result={keys}
          onAction={(embedKey, action) => open({ action, embedKey })}
          empty={
            <EmptyState title="No calculator yet" action={<CreateButton onClick={create} />}>
              Two lines of HTML show a duty calculator on your own site.
            </EmptyState>
          }
          filterBar={<RecordFilterBar what="calculators" filters={filters} view={view} />}
          noMatches={
            <NoMatches title="No calculator matches" onClear={view.clear}>
              Try another name.
            </NoMatches>
          }
        />
      </Panel>
      {dialog && <Dialogs dialog={dialog} open={open} />}
    </>
  );
}
