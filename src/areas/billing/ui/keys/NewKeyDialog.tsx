import { useState } from 'react';
import { apiBaseUrl } from '#client/session.ts';
import { useUnloadPrompt } from '#client/use-leave-guard.ts';
import { SecretDialog, SecretValue } from '#ui/dialogs/SecretDialog.tsx';
import { SnippetTabs } from '#ui/SnippetTabs.tsx';
import type { NewApiKeyWire } from '../../wire/index.ts';
import { snippetsFor } from './snippets.ts';

type NewKeyDialogProps = { newKey: NewApiKeyWire; onClose: () => void };

export function NewKeyDialog({ newKey, onClose }: NewKeyDialogProps) {
  const [isSaved, setSaved] = useState(false);
  useUnloadPrompt(!isSaved);
  const snippets = snippetsFor(newKey.key, newKey.scopes, apiBaseUrl || location.origin);
  return (
    <SecretDialog
      title={`Key ${newKey.name} is ready`}
      size="large"
      what="key"
      isSaved={isSaved}
      onSavedChange={setSaved}
      onClose={onClose}
    >
      <SecretValue
        label="Your new key"
        isLabelHidden
        value={newKey.key}
        copyLabel="Copy key"
        variant="primary"
      />
      <div>
        <p className="mb-1 text-sm text-quiet">
          Try a first call with this key
          {newKey.allowed_ips.length > 0 && ', from one of its allowed addresses'}.
        </p>
        <SnippetTabs snippets={snippets} />
      </div>
    </SecretDialog>
  );
}
