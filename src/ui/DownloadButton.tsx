import { Download } from 'lucide-react';
import { Button, type ButtonProps } from './Button.tsx';
import { download, type LoadFile, useIsDownloading } from './download.ts';

export type DownloadButtonProps = Pick<
  ButtonProps,
  'variant' | 'size' | 'disabled' | 'className'
> & {
  load: LoadFile;
  fileName: string;
  children: string;
};

/** Loads a file on a press and saves it; a failure is shown in a toast and can be retried. */
export const DownloadButton = ({ load, fileName, children, ...look }: DownloadButtonProps) => (
  <Button
    {...look}
    icon={<Download size={16} aria-hidden />}
    onClick={() => download(fileName, load)}
    isBusy={useIsDownloading(fileName)}
    busyLabel="Preparing..."
  >
    {children}
  </Button>
);
