import { useState } from 'react';
import { apiBaseUrl } from '#client/session.ts';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { snippetsFor } from './snippets.ts';

const Secret = ({ value }: { value: string }) => (
  <div className="flex flex-wrap items-stretch gap-3">
    <output
      aria-label="Your new key"
      className="min-w-0 flex-1 basis-72 border border-control bg-field px-3 py-2 font-mono text-sm leading-6 wrap-anywhere select-all"
    >
      {value}
    </output>
    <CopyButton value={value} label="Copy key" variant="primary" />
  </div>
);

type NewKeyDialogProps = { newKey: NewApiKeyWire; onClose: () => void };

/** The only time a key is shown. It closes once the user confirms that it is saved. */
export function NewKeyDialog({ newKey, onClose }: NewKeyDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const [isHeld, setHeld] = useState(false);
  useUnloadPrompt(!isSaved);
  const close = () => (isSaved ? onClose() : setHeld(true));
  const snippets = snippetsFor(newKey.key, newKey.scopes, apiBaseUrl || location.origin);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Key ${newKey.name} is ready`}
      size="large"
      actions={
        <div className="flex w-full flex-wrap items-center justify-between gap-4">
          <Checkbox
            label="I saved it"
            checked={isSaved}
            onChange={({ target }) => setSaved(target.checked)}
            error={
              isHeld && !isSaved
                ? 'Save the key first, then tick this. It can’t be shown again.'
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
        <Banner tone="warning" title="Copy it now">
          We store only a fingerprint of this key. Once this dialog closes, it can't be shown again.
        </Banner>
        <Secret value={newKey.key} />
        <div>
          <p className="mb-1 text-sm text-quiet">
            Try a first call with this key
            {newKey.allowed_ips.length > 0 && ', from one of its allowed addresses'}.
          </p>
          <SnippetTabs snippets={snippets} />
        </div>
      </div>
    </Dialog>
  );
}
