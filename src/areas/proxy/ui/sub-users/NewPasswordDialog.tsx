import { useState } from 'react';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import type { NewSubUserWire } from '../../wire/index.ts';

const Field = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p className="mb-1 text-sm font-medium">{label}</p>
    <div className="flex flex-wrap items-stretch gap-3">
      <output
        aria-label={label}
        className="min-w-0 flex-1 basis-72 border border-control bg-field px-3 py-2 font-mono text-sm leading-6 wrap-anywhere select-all"
      >
        {value}
      </output>
      <CopyButton value={value} label={`Copy ${label.toLowerCase()}`} />
    </div>
  </div>
);

type NewPasswordDialogProps = { subUser: NewSubUserWire; onClose: () => void };

/** The only time a password is shown. It closes once the user confirms that it is saved. */
export function NewPasswordDialog({ subUser, onClose }: NewPasswordDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const [isHeld, setHeld] = useState(false);
  useUnloadPrompt(!isSaved);
  const close = () => (isSaved ? onClose() : setHeld(true));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Login of ${subUser.name}`}
      actions={
        <div className="flex w-full flex-wrap items-center justify-between gap-4">
          <Checkbox
            label="I saved it"
            checked={isSaved}
            onChange={({ target }) => setSaved(target.checked)}
            error={
              isHeld && !isSaved
                ? 'Save the password first, then tick this. It can’t be shown again.'
                : undefined
            }
          />
          <Button variant={isSaved ? 'primary' : 'secondary'} onClick={close}>
            Done
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Banner tone="warning" title="Copy the password now">
          We store only a fingerprint of it. Once this dialog closes, it can't be shown again.
        </Banner>
        <Field label="User name" value={subUser.user_name} />
        <Field label="Password" value={subUser.password} />
      </div>
    </Dialog>
  );
}
