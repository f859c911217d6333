import type { ApiKeyWire, NewApiKeyWire } from '../../contract.ts';
import { CreateKeyDialog } from './CreateKeyDialog.tsx';
import { EditKeyDialog } from './EditKeyDialog.tsx';
import { type KeyAction, KeyDetails } from './KeyDetails.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { RevokeKeyDialog } from './RevokeKeyDialog.tsx';
import { RotateKeyDialog } from './RotateKeyDialog.tsx';

export type KeyDialog =
  | { kind: 'create' }
  | { kind: 'made'; made: NewApiKeyWire }
  | { kind: 'details' | KeyAction; apiKey: ApiKeyWire };

type KeyDialogsProps = {
  dialog: KeyDialog | undefined;
  open: (dialog: KeyDialog) => void;
  onClose: () => void;
};

/** One dialog at a time. */
export function KeyDialogs({ dialog, open, onClose }: KeyDialogsProps) {
  const onMade = (made: NewApiKeyWire) => open({ kind: 'made', made });
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'create':
      return <CreateKeyDialog onMade={onMade} onClose={onClose} />;
    case 'made':
      return <NewKeyDialog made={dialog.made} onClose={onClose} />;
    case 'edit':
      return <EditKeyDialog apiKey={dialog.apiKey} onClose={onClose} />;
    case 'rotate':
      return <RotateKeyDialog apiKey={dialog.apiKey} onMade={onMade} onClose={onClose} />;
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
