import { useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ReasonDialog } from '#ui/ReasonDialog.tsx';
import type { ErasureReportWire, StaffUserRecordWire } from '../contract.ts';
import { useUserChanges } from './queries.ts';

type EraseReportProps = { user: StaffUserRecordWire; onClose: () => void };

/** Asks, erases, and then says what is gone and what stays. */
export function EraseReport({ user, onClose }: EraseReportProps) {
  const { erase } = useUserChanges(String(user.id));
  const [report, setReport] = useState<ErasureReportWire>();
  // By then the account has no address any more.
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
        // The report takes the dialog's place; only it closes for good.
        onClose={() => !isErased.current && onClose()}
        onConfirm={async (reason) => {
          const told = await erase(reason, email);
          isErased.current = true;
          setReport(told);
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
