import { Download, ListX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { download } from '#ui/download.ts';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { RowMenu } from '#ui/table/RowMenu.tsx';
import type { BatchWire } from '../../wire/batches/batches.ts';
import { BatchProblems } from './BatchProblems.tsx';
import { loadResult, useDeleteBatch } from './queries.ts';

type BatchDialog = 'problems' | 'delete' | null;

const saveResult = ({ id }: BatchWire) =>
  download(`customs-batch-${id}.csv`, (transfer) => loadResult(id, transfer));

type DialogsProps = { batch: BatchWire; dialog: BatchDialog; ask: (dialog: BatchDialog) => void };

function BatchDialogs({ batch, dialog, ask }: DialogsProps) {
  const remove = useDeleteBatch();
  const close = () => ask(null);
  return (
    <>
      <BatchProblems batch={batch} isOpen={dialog === 'problems'} onOpenChange={close} />
      <ConfirmDialog
        isOpen={dialog === 'delete'}
        onOpenChange={close}
        title="Delete the batch?"
        description="Its result is deleted, too. This cannot be undone."
        confirmLabel="Delete the batch"
        busyLabel="Deleting..."
        cancelLabel="Keep it"
        onConfirm={() => remove.mutateAsync(batch.id)}
      />
    </>
  );
}

export function BatchActions({ batch }: { batch: BatchWire }) {
  const [dialog, ask] = useState<BatchDialog>(null);
  return (
    <>
      <RowMenu name={batch.file_name || 'the batch'}>
        {batch.done > 0 && (
          <MenuItem icon={<Download size={16} aria-hidden />} onSelect={() => saveResult(batch)}>
            Download the result
          </MenuItem>
        )}
        {batch.failed > 0 && (
          <MenuItem icon={<ListX size={16} aria-hidden />} onSelect={() => ask('problems')}>
            See what failed
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          tone="danger"
          icon={<Trash2 size={16} aria-hidden />}
          onSelect={() => ask('delete')}
        >
          Delete
        </MenuItem>
      </RowMenu>
      <BatchDialogs {...{ batch, dialog, ask }} />
    </>
  );
}
