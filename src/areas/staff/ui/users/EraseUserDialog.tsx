import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { ReasonDialog } from '#ui/dialogs/ReasonDialog.tsx';
import type { ErasureReportWire, StaffUserRecordWire } from '../../wire/users.ts';
import { useUserChanges } from './queries.ts';

type EraseUserDialogProps = { user: StaffUserRecordWire; onClose: () => void };

/** Confirms, erases, then shows the report. */
export function EraseUserDialog({ user, onClose }: EraseUserDialogProps) {
  const { erase } = useUserChanges(String(user.id));
  const [report, setReport] = useState<ErasureReportWire>();
  // The erased account no longer has an address.
  const [email] = useState(user.email);
  const isErased = useRef(false);
  if (!report)
    return (
      <ReasonDialog
        title={`Erase ${email}?`}
        description="The person's data is deleted at once. This can't be undone."
        confirmLabel="Erase"
        busyLabel="Erasing..."
        tone="danger"
        typed={email}
        // The report replaces this dialog.
        onClose={() => !isErased.current && onClose()}
        onConfirm={async (reason) => {
          const erasure = await erase(reason, email);
          isErased.current = true;
          setReport(erasure);
        }}
      />
    );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="The account is erased"
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <h3 className="font-medium">Erased</h3>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {report.erased.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3 className="mt-5 font-medium">Kept</h3>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {report.kept.map(({ what, why }) => (
          <li key={what}>
            {what}. <span className="text-quiet">{why}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
