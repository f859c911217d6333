import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { toast } from '../toast.ts';

/** What the filters let through, as a file. */
type FileButtonProps = {
  /** Loads the file and hands it to the browser. */
  download: () => Promise<void>;
  children: string;
};

export function FileButton({ download, children }: FileButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function press() {
    setBusy(true);
    try {
      await download();
    } catch {
      toast.error("The file didn't load. Try again.");
    }
    setBusy(false);
  }
  return (
    <Button
      size="small"
      icon={<Download size={16} aria-hidden />}
      onClick={press}
      isBusy={isBusy}
      busyLabel="Preparing..."
    >
      {children}
    </Button>
  );
}
