import { File } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import { Dialog } from '../dialogs/Dialog.tsx';
import { FormDialog } from '../dialogs/FormDialog.tsx';
import { LeaveDialog } from '../dialogs/LeaveDialog.tsx';
import { ReasonDialog } from '../dialogs/ReasonDialog.tsx';
import { SecretDialog, SecretValue } from '../dialogs/SecretDialog.tsx';
import { TextField } from '../fields/TextField.tsx';
import { MenuDrawer, MenuDrawerButton } from '../MenuDrawer.tsx';
import { Palette, PaletteGroup, PaletteItem } from '../palette/Palette.tsx';
import { PaletteButton } from '../palette/PaletteButton.tsx';

type Open = 'dialog' | 'confirmation' | 'form' | 'reason' | 'secret' | 'leaving';

const NewKey = ({ isOpen, close }: { isOpen: boolean; close: () => void }) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={close}
    title="Create a key"
    description="The key shows once. Keep it where only your servers can read it."
    actions={
      <>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
        <Button variant="primary">Create key</Button>
      </>
    }
  >
    <TextField label="Name" placeholder="ci" />
  </Dialog>
);

const Rename = ({ close }: { close: () => void }) => (
  <FormDialog
    title="Rename the key"
    submitLabel="Save"
    busyLabel="Saving..."
    isBusy={false}
    onSubmit={(event) => event.preventDefault()}
    onClose={close}
  >
    <TextField label="Name" error="Another key has this name." />
  </FormDialog>
);

const Suspend = ({ close }: { close: () => void }) => (
  <ReasonDialog
    title="Suspend ada@example.com?"
    description="Every session ends, and no key works."
    confirmLabel="Suspend"
    busyLabel="Suspending..."
    tone="danger"
    typed="ada@example.com"
    onClose={close}
    onConfirm={() => Promise.reject(new Error('The server did not answer. Try again.'))}
  />
);

function Created({ close }: { close: () => void }) {
  const [isSaved, setSaved] = useState(false);
  return (
    <SecretDialog
      title="Key ci is ready"
      what="key"
      isSaved={isSaved}
      onSavedChange={setSaved}
      onClose={close}
    >
      <SecretValue label="Key" value="sk_live_AbC1x9Zq" copyLabel="Copy key" />
    </SecretDialog>
  );
}

const Drawers = () =>
  (['left', 'right'] as const).map((side) => (
    <div key={side}>
      <MenuDrawerButton drawerId={`drawer-${side}`} />
      <MenuDrawer id={`drawer-${side}`} side={side} head="Menu">
        <p className="p-4">What a menu holds.</p>
      </MenuDrawer>
    </div>
  ));

function Finder({ close }: { close: () => void }) {
  const [search, setSearch] = useState('');
  return (
    <Palette
      title="Go to or do"
      placeholder="A page or a record"
      search={search}
      onSearchChange={setSearch}
      onClose={close}
      empty="No results. Try fewer letters."
    >
      <PaletteGroup heading="Pages">
        {['Usage', 'Wallet'].map((page) => (
          <PaletteItem
            key={page}
            value={page}
            icon={<File size={18} aria-hidden />}
            onSelect={close}
          >
            {page}
          </PaletteItem>
        ))}
      </PaletteGroup>
    </Palette>
  );
}

export function GalleryDialogs() {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-3">
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirmation')}>Open confirmation</Button>
      <Button onClick={() => setOpen('form')}>Open form</Button>
      <Button onClick={() => setOpen('reason')}>Ask for a reason</Button>
      <Button onClick={() => setOpen('secret')}>Show a secret</Button>
      <Button onClick={() => setOpen('leaving')}>Leave unsaved work</Button>
      <Drawers />
      <PaletteButton label="Go to or do">{(close) => <Finder close={close} />}</PaletteButton>
      <NewKey isOpen={open === 'dialog'} close={close} />
      <ConfirmDialog
        isOpen={open === 'confirmation'}
        onOpenChange={close}
        title="Revoke key ci?"
        description="Calls with it fail from now on. This can't be undone."
        confirmLabel="Revoke key"
        busyLabel="Revoking..."
        onConfirm={() => Promise.reject(new Error('The server did not answer. Try again.'))}
      />
      {open === 'form' && <Rename close={close} />}
      {open === 'reason' && <Suspend close={close} />}
      {open === 'secret' && <Created close={close} />}
      <LeaveDialog guard={{ isAsking: open === 'leaving', leave: close, stay: close }}>
        The answer that you typed would be lost.
      </LeaveDialog>
    </div>
  );
}
