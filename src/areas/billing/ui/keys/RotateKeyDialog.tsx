import { useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import type { ApiKeyWire, NewApiKeyWire } from '../../wire/index.ts';
import { useRotateKey } from './queries.ts';

const overlaps = [
  { value: '0', label: 'None: revoke it now' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

type RotateKeyDialogProps = {
  apiKey: ApiKeyWire;
  onCreated: (key: NewApiKeyWire) => void;
  onClose: () => void;
};

export function RotateKeyDialog({ apiKey, onCreated, onClose }: RotateKeyDialogProps) {
  const [overlap, setOverlap] = useState('86400');
  const rotate = useRotateKey(apiKey.id);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !rotate.isPending && onClose()}
      title={`Rotate key ${apiKey.name}`}
      description="You get a new key with the same name, scopes and addresses."
      size="small"
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={rotate.isPending}>
            Cancel
          </Button>
          <Button
            variant="primary"
            isBusy={rotate.isPending}
            busyLabel="Rotating..."
            onClick={() => rotate.mutate(Number(overlap), { onSuccess: onCreated })}
          >
            Rotate key
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {rotate.isError && <Banner tone="error">{errorMessage(rotate.error)}</Banner>}
        <SelectField
          label="Keep the old key for"
          help="Time to replace it wherever it is used."
          options={overlaps}
          value={overlap}
          onChange={({ target }) => setOverlap(target.value)}
        />
      </div>
    </Dialog>
  );
}
