import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { FilterSearch } from '#ui/records/FilterSearch.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { CannedReplyWire } from '../../contract.ts';
import { useCannedReplies, useDeleteReply } from './queries.ts';

type RowProps = {
  reply: CannedReplyWire;
  onPick: (reply: CannedReplyWire) => void;
  onEdit: (reply: CannedReplyWire) => void;
  onDrop: (reply: CannedReplyWire) => void;
};

const Row = ({ reply, onPick, onEdit, onDrop }: RowProps) => (
  <li className="flex items-center justify-between gap-4 py-2">
    <button
      type="button"
      className="link min-w-0 text-left wrap-anywhere"
      onClick={() => onPick(reply)}
    >
      {reply.title}
    </button>
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
        onClick={() => onDrop(reply)}
      >
        {`Drop ${reply.title}`}
      </Button>
    </span>
  </li>
);

type DropReplyProps = { reply: CannedReplyWire; onClose: () => void };

function DropReply({ reply, onClose }: DropReplyProps) {
  const drop = useDeleteReply();
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={`Drop "${reply.title}"?`}
      description="Nobody in support can use it any more. What was sent stays."
      confirmLabel="Drop reply"
      busyLabel="Dropping..."
      cancelLabel="Keep it"
      onConfirm={() => drop.mutateAsync(reply.id)}
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
        message={messageOf(replies.error)}
        onRetry={() => replies.refetch()}
        isRetrying={replies.isFetching}
      />
    );
  const { results, has_next } = replies.data;
  if (results.length === 0)
    return <p className="text-quiet">{search ? 'No reply matches.' : 'No kept replies.'}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {results.map((reply) => (
          <Row key={reply.id} reply={reply} {...actions} />
        ))}
      </ul>
      {has_next && <p className="text-sm text-quiet">There are more: search for them.</p>}
    </>
  );
}

type ReplyListDialogProps = Omit<RowProps, 'reply' | 'onDrop'> & { onClose: () => void };

/** All kept replies, found by their words. */
export function ReplyListDialog({ onPick, onEdit, onClose }: ReplyListDialogProps) {
  const [search, setSearch] = useState('');
  const [dropped, setDropped] = useState<CannedReplyWire>();
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Kept replies"
      description="Choose one to put it into the answer. Changing one changes nothing that was sent."
    >
      <div className="grid gap-4">
        <FilterSearch what="replies" placeholder="Words" value={search} onSearch={setSearch} />
        <Replies search={search} onPick={onPick} onEdit={onEdit} onDrop={setDropped} />
      </div>
      {dropped && <DropReply reply={dropped} onClose={() => setDropped(undefined)} />}
    </Dialog>
  );
}
