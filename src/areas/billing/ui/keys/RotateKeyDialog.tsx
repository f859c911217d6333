import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import type { ApiKeyWire, NewApiKeyWire } from '../../contract.ts';
import { useRotateKey } from './queries.ts';

const overlaps = [
  { value: '0', label: 'Not at all: it ends now' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

type RotateKeyDialogProps = {
  apiKey: ApiKeyWire;
  onMade: (key: NewApiKeyWire) => void;
  onClose: () => void;
};

export function RotateKeyDialog({ apiKey, onMade, onClose }: RotateKeyDialogProps) {
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
            onClick={() => rotate.mutate(Number(overlap), { onSuccess: onMade })}
          >
            Rotate key
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {rotate.isError && <Banner tone="error">{messageOf(rotate.error)}</Banner>}
        <SelectField
          label="The old key works on for"
          help="Time to change it wherever it is used."
          options={overlaps}
          value={overlap}
          onChange={({ target }) => setOverlap(target.value)}
        />
      </div>
    </Dialog>
  );
}
