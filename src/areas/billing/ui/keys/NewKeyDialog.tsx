import { useEffect, useState } from 'react';
import { apiBaseUrl } from '#client/session.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { NewApiKeyWire } from '../../contract.ts';
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

/** The browser asks before the page is closed or loaded again. */
function useHeldPage(isHeld: boolean) {
  useEffect(() => {
    if (!isHeld) return;
    const askFirst = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askFirst);
    return () => window.removeEventListener('beforeunload', askFirst);
  }, [isHeld]);
}

type NewKeyDialogProps = { made: NewApiKeyWire; onClose: () => void };

/** The one moment in which a key can be seen. It closes when the person says that it is saved. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  const [isSaved, setSaved] = useState(false);
  const [isHeld, setHeld] = useState(false);
  useHeldPage(!isSaved);
  const close = () => (isSaved ? onClose() : setHeld(true));
  const snippets = snippetsFor(made.key, made.scopes, apiBaseUrl || location.origin);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      title={`Key ${made.name} is ready`}
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
          We keep only a fingerprint of this key. Once this closes, nobody can show it again.
        </Banner>
        <Secret value={made.key} />
        <div>
          <p className="mb-1 text-sm text-quiet">
            Try it: a first call with this key
            {made.allowed_ips.length > 0 && ', from one of its allowed addresses'}.
          </p>
          <SnippetTabs snippets={snippets} />
        </div>
      </div>
    </Dialog>
  );
}
