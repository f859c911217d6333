import { type ReactNode, useState } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { CopyButton, type CopyButtonProps } from '../CopyButton.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';

type SecretValueProps = Pick<CopyButtonProps, 'value' | 'variant'> & {
  label: string;
  isLabelHidden?: boolean;
  copyLabel: string;
};

/** A value to copy; one click selects all of it. */
export const SecretValue = ({ label, isLabelHidden, copyLabel, ...copied }: SecretValueProps) => (
  <div>
    {!isLabelHidden && <p className="mb-1 text-sm font-medium">{label}</p>}
    <div className="flex flex-wrap items-stretch gap-3">
      <output
        aria-label={label}
        className="min-w-0 flex-1 basis-72 border border-control bg-field px-3 py-2 font-mono text-sm leading-6 wrap-anywhere select-all"
      >
        {copied.value}
      </output>
      <CopyButton {...copied} label={copyLabel} />
    </div>
  </div>
);

const fingerprint = 'We store only a fingerprint of it.';

export type SecretDialogProps = Pick<DialogProps, 'title' | 'size'> & {
  /** What is shown: "key". */
  what: string;
  /** How it is stored; by default as a fingerprint. */
  storage?: string;
  isSaved: boolean;
  onSavedChange: (isSaved: boolean) => void;
  onClose: () => void;
  children: ReactNode;
};

/** The only time a secret is shown. It closes once the user confirms that it is saved. */
export function SecretDialog(props: SecretDialogProps) {
  const {
    what,
    storage = fingerprint,
    isSaved,
    onSavedChange,
    onClose,
    children,
    ...dialog
  } = props;
  const [isCloseRefused, setCloseRefused] = useState(false);
  const close = () => (isSaved ? onClose() : setCloseRefused(true));
  const problem = `Save the ${what} first, then tick this. It can’t be shown again.`;
  return (
    <Dialog
      {...dialog}
      isOpen
      onOpenChange={(isOpen) => !isOpen && close()}
      actions={
        <div className="flex w-full flex-wrap items-center justify-between gap-4">
          <Checkbox
            label="I saved it"
            checked={isSaved}
            onChange={({ target }) => onSavedChange(target.checked)}
            error={isCloseRefused && !isSaved ? problem : undefined}
          />
          <Button variant={isSaved ? 'primary' : 'secondary'} onClick={close}>
            Done
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <Banner tone="warning" title={`Copy the ${what} now`}>
          {storage} Once this dialog closes, it can't be shown again.
        </Banner>
        {children}
      </div>
    </Dialog>
  );
}
