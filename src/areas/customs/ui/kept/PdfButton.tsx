import { Download } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { toast } from '#ui/toast.ts';
import type { FactKind } from '../../facts.ts';
import { loadPdf } from '../queries.ts';
import { saveFile } from '../save-file.ts';

/** The paper of the kept result; a failure is said in a toast and can be tried again. */
export function PdfButton({ kind, id }: { kind: FactKind; id: string }) {
  const [isBusy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile(await loadPdf(kind, id), `customs-${kind}-${id}.pdf`);
    } catch (error) {
      toast.error(messageOf(error, "The file didn't load. Try again."));
    }
    setBusy(false);
  }

  return (
    <Button
      variant="primary"
      icon={<Download size={16} aria-hidden />}
      onClick={download}
      isBusy={isBusy}
      busyLabel="Preparing..."
    >
      Download PDF
    </Button>
  );
}
