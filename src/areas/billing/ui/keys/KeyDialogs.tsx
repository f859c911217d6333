import type { ApiKeyWire, NewApiKeyWire } from '../../wire/index.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { EditKeyDialog } from './EditKeyDialog.tsx';
import { type KeyAction, KeyDetails } from './KeyDetails.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';
import { RotateKeyDialog } from './RotateKeyDialog.tsx';

export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'created'; newKey: NewApiKeyWire }
  | { kind: 'details' | KeyAction; apiKey: ApiKeyWire };

type KeyDialogsProps = {
  dialog: KeyDialog | undefined;
  open: (dialog: KeyDialog) => void;
  onClose: () => void;
};

/** One dialog at a time. */
export function KeyDialogs({ dialog, open, onClose }: KeyDialogsProps) {
  const onCreated = (newKey: NewApiKeyWire) => open({ kind: 'created', newKey });
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'create':
      return <CreateKeyDialog onCreated={onCreated} onClose={onClose} />;
    case 'created':
      return <NewKeyDialog newKey={dialog.newKey} onClose={onClose} />;
    case 'edit':
      return <EditKeyDialog apiKey={dialog.apiKey} onClose={onClose} />;
    case 'rotate':
      return <RotateKeyDialog apiKey={dialog.apiKey} onCreated={onCreated} onClose={onClose} />;
    case 'revoke':
      return <RevokeKeyDialog apiKey={dialog.apiKey} onClose={onClose} />;
    case 'details':
      return (
        <KeyDetails
          apiKey={dialog.apiKey}
          onAction={(action) => open({ kind: action, apiKey: dialog.apiKey })}
          onClose={onClose}
        />
      );
  }
}
