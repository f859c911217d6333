import { Bookmark, Plus, X } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '../Button.tsx';
import { Dialog } from '../dialogs/Dialog.tsx';
import { TextField } from '../fields/TextField.tsx';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../Menu.tsx';
import { useSavedViews } from './saved-choices.ts';

type SaveViewDialogProps = { onClose: () => void; onSave: (name: string) => void };

function SaveViewDialog({ onClose, onSave }: SaveViewDialogProps) {
  const id = useId();
  const [isMissing, setMissing] = useState(false);
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    setMissing(name === '');
    if (name === '') return;
    onSave(name);
    onClose();
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Save this view"
      description="Filters and order, in this browser."
      size="small"
      actions={
        <Button type="submit" form={id} variant="primary">
          Save view
        </Button>
      }
    >
      <form id={id} onSubmit={submit} noValidate>
        <TextField
          label="Name"
          name="name"
          maxLength={60}
          required
          autoComplete="off"
          error={isMissing ? 'Give it a name.' : undefined}
        />
      </form>
    </Dialog>
  );
}

/** Saved filters and orders, by name. */
export function ViewMenu({ list }: { list: string }) {
  const { views, save, remove } = useSavedViews(list);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [isSaving, setSaving] = useState(false);
  const current = views.find(({ address }) => address === search);
  const trigger = (
    <Button size="small" icon={<Bookmark size={16} aria-hidden />}>
      {current?.name ?? 'Views'}
    </Button>
  );
  return (
    <>
      <Menu trigger={trigger}>
        <MenuLabel>{views.length > 0 ? 'Saved views' : 'No saved views'}</MenuLabel>
        {views.map(({ name, address }) => (
          <MenuItem key={name} onSelect={() => navigate(pathname + address)}>
            {name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem icon={<Plus size={16} aria-hidden />} onSelect={() => setSaving(true)}>
          Save this view
        </MenuItem>
        {current && (
          <MenuItem icon={<X size={16} aria-hidden />} onSelect={() => remove(current.name)}>
            Delete {current.name}
          </MenuItem>
        )}
      </Menu>
      {isSaving && (
        <SaveViewDialog
          onClose={() => setSaving(false)}
          onSave={(name) => save({ name, address: search })}
        />
      )}
    </>
  );
}
