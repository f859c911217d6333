import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { saveFile } from './save-file.ts';
import { toast } from './toast.ts';

export type DownloadButtonProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'disabled' | 'className'
> & {
  load: () => Promise<Blob>;
  fileName: string;
  children: string;
};

/** Loads a file on a press and saves it; a failure is shown in a toast and can be retried. */
export function DownloadButton({ load, fileName, children, ...look }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile(await load(), fileName);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'Try again.';
      toast.error(`The file didn't load. ${why}`);
    }
    setBusy(false);
  }

  return (
    <Button
      {...look}
      icon={<Download size={16} aria-hidden />}
      onClick={download}
      isBusy={isBusy}
      busyLabel="Preparing..."
    >
      {children}
    </Button>
  );
}
