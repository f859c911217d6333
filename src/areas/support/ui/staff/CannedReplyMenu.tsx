import { MessageSquareQuote, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';
import { CannedReplyDialog, type EditedReply } from './CannedReplyDialog.tsx';
import { CannedReplyListDialog } from './CannedReplyListDialog.tsx';
import { useCannedReplies } from './staff-queries.ts';

/** All others are in the list. */
const visibleMax = 20;

function formatMenuLabel({ data, isPending }: ReturnType<typeof useCannedReplies>): string {
  if (isPending) return 'Loading replies...';
  if (!data) return 'The replies did not load';
  return data.results.length > 0 ? 'Insert into the answer' : 'No canned replies';
}

export function CannedReplyMenu({ onPick }: { onPick: (text: string) => void }) {
  const replies = useCannedReplies();
  const all = replies.data?.results ?? [];
  const [open, setOpen] = useState<EditedReply | 'list'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={<MessageSquareQuote size={16} aria-hidden />}>Replies</Button>}
      >
        <MenuLabel>{formatMenuLabel(replies)}</MenuLabel>
        {all.slice(0, visibleMax).map(({ id, title, text }) => (
          <MenuItem key={id} onSelect={() => onPick(text)}>
            {title}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => setOpen('new')}>
          New canned reply
        </MenuItem>
        {replies.data?.results.length !== 0 && (
          <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setOpen('list')}>
            Manage canned replies
          </MenuItem>
        )}
      </Menu>
      {open === 'list' && (
        <CannedReplyListDialog
          onPick={({ text }) => {
            onPick(text);
            close();
          }}
          onEdit={setOpen}
          onClose={close}
        />
      )}
      {open && open !== 'list' && (
        <CannedReplyDialog
          reply={open}
          onClose={() => setOpen(open === 'new' ? undefined : 'list')}
        />
      )}
    </>
  );
}
