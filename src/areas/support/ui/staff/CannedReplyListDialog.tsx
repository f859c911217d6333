import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { CannedReplyWire } from '../../wire/index.ts';
import { useCannedReplies, useDeleteCannedReply } from './staff-queries.ts';

type RowProps = {
  reply: CannedReplyWire;
  onPick: (reply: CannedReplyWire) => void;
  onEdit: (reply: CannedReplyWire) => void;
  onDelete: (reply: CannedReplyWire) => void;
};

const Row = ({ reply, onPick, onEdit, onDelete }: RowProps) => (
  <li className="flex items-center justify-between gap-4 py-2">
    <span className="min-w-0">
      <button type="button" className="link text-left wrap-anywhere" onClick={() => onPick(reply)}>
        {reply.title}
      </button>
      <span className="line-clamp-2 text-sm text-quiet wrap-anywhere">{reply.text}</span>
    </span>
    <span className="flex shrink-0">
      <Button
        size="small"
        variant="quiet"
        isIconOnly
        icon={<Pencil size={16} aria-hidden />}
        onClick={() => onEdit(reply)}
      >
        {`Edit ${reply.title}`}
      </Button>
      <Button
        size="small"
        variant="quiet"
        isIconOnly
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => onDelete(reply)}
      >
        {`Delete ${reply.title}`}
      </Button>
    </span>
  </li>
);

type DeleteReplyDialogProps = { reply: CannedReplyWire; onClose: () => void };

function DeleteReplyDialog({ reply, onClose }: DeleteReplyDialogProps) {
  const remove = useDeleteCannedReply();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete "${reply.title}"?`}
      description="Support can no longer use it. Sent messages stay."
      confirmLabel="Delete reply"
      busyLabel="Deleting..."
      cancelLabel="Keep it"
      onConfirm={() => remove.mutateAsync(reply.id)}
    />
  );
}

type RepliesProps = Omit<RowProps, 'reply'> & { search: string };

function Replies({ search, ...actions }: RepliesProps) {
  const replies = useCannedReplies(search);
  if (replies.isPending) return <Skeleton className="h-24 w-full" />;
  if (!replies.data)
    return (
      <LoadError
        message={errorMessage(replies.error)}
        onRetry={() => replies.refetch()}
        isRetrying={replies.isFetching}
      />
    );
  const { results, has_next } = replies.data;
  if (results.length === 0)
    return (
      <EmptyState title={search ? 'No reply matches' : 'No canned replies'}>
        {search
          ? 'Try other words.'
          : 'Write one with New canned reply, and everyone in support can use it.'}
      </EmptyState>
    );
  return (
    <>
      <ul className="divide-y divide-line">
        {results.map((reply) => (
          <Row key={reply.id} reply={reply} {...actions} />
        ))}
      </ul>
      {has_next && <p className="text-sm text-quiet">There are more. Search to find them.</p>}
    </>
  );
}

type CannedReplyListDialogProps = Omit<RowProps, 'reply' | 'onDelete'> & { onClose: () => void };

export function CannedReplyListDialog({ onPick, onEdit, onClose }: CannedReplyListDialogProps) {
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<CannedReplyWire>();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Canned replies"
      description="Choose one to insert it into the answer. Changes do not affect sent messages."
    >
      <div className="grid gap-4">
        <FilterSearch what="replies" placeholder="Words" value={search} onSearch={setSearch} />
        <Replies search={search} onPick={onPick} onEdit={onEdit} onDelete={setDeleting} />
      </div>
      {deleting && <DeleteReplyDialog reply={deleting} onClose={() => setDeleting(undefined)} />}
    </Dialog>
  );
}
