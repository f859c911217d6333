import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { saveFile } from '#client/save-file.ts';
import { Button, type ButtonProps } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';

type DownloadButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'disabled' | 'className'> & {
  load: () => Promise<Blob>;
  fileName: string;
  children: string;
};

/** Loads a file on a press; a failure is said in a toast and can be tried again. */
export function DownloadButton({ load, fileName, children, ...look }: DownloadButtonProps) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile(await load(), fileName);
    } catch (error) {
      toast.error(messageOf(error, "The file didn't load. Try again."));
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
