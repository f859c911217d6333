import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { saveFile } from '#client/save-file.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import { loadUsageCsv, type UsageQuery } from './queries.ts';

/** All calls or groups that the filters let through, as a file. */
export function ExportButton({ query }: { query: UsageQuery }) {
  const [isBusy, setBusy] = useState(false);

  async function load() {
    setBusy(true);
    try {
      saveFile(await loadUsageCsv(query), 'usage.csv');
    } catch (error) {
      toast.error(messageOf(error, "The file didn't load. Try again."));
    }
    setBusy(false);
  }

  return (
    <Button
      icon={<Download size={16} aria-hidden />}
      onClick={load}
      isBusy={isBusy}
      busyLabel="Preparing..."
    >
      Export CSV
    </Button>
  );
}
