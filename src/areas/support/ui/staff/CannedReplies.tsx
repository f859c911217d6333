import { MessageSquareQuote, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#ui/Menu.tsx';
import { useCannedReplies } from './queries.ts';
import { type Edited, ReplyDialog } from './ReplyDialog.tsx';
import { ReplyListDialog } from './ReplyListDialog.tsx';

/** More than a menu shows at once; the others are found in the list. */
const shownMax = 20;

function sayReplies({ data, isPending }: ReturnType<typeof useCannedReplies>): string {
  if (isPending) return 'Loading replies...';
  if (!data) return 'The replies did not load';
  return data.results.length > 0 ? 'Put into the answer' : 'No kept replies';
}

/** Replies that are written once and used often. */
export function CannedReplies({ onPick }: { onPick: (words: string) => void }) {
  const replies = useCannedReplies();
  const all = replies.data?.results ?? [];
  const [open, setOpen] = useState<Edited | 'list'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Menu
        align="start"
        trigger={<Button icon={<MessageSquareQuote size={16} aria-hidden />}>Replies</Button>}
      >
        <MenuLabel>{sayReplies(replies)}</MenuLabel>
        {all.slice(0, shownMax).map(({ id, title, text }) => (
          <MenuItem key={id} onSelect={() => onPick(text)}>
            {title}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => setOpen('new')}>
          Keep a new reply
        </MenuItem>
        {replies.data?.results.length !== 0 && (
          <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={() => setOpen('list')}>
            Find, edit or drop replies
          </MenuItem>
        )}
      </Menu>
      {open === 'list' && (
        <ReplyListDialog
          onPick={({ text }) => {
            onPick(text);
            close();
          }}
          onEdit={setOpen}
          onClose={close}
        />
      )}
      {open && open !== 'list' && (
        <ReplyDialog reply={open} onClose={() => setOpen(open === 'new' ? undefined : 'list')} />
      )}
    </>
  );
}
