import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useMergeLeads } from './queries.ts';

type LeadMergeProps = { lead: LeadWire; others: readonly number[] };

/** Leads from the same address or merged into this one, and a button to merge them. */
export function LeadMerge({ lead, others }: LeadMergeProps) {
  const [isAsking, setAsking] = useState(false);
  const merge = useMergeLeads();
  return (
    <span className="grid justify-items-start gap-2">
      <span className="flex flex-wrap gap-3">
        {others.map((id) => (
          <Link key={id} to={`/admin/leads/${id}`} className="link">
            {id}
          </Link>
        ))}
      </span>
      {!lead.duplicate_of && (
        <Button size="small" onClick={() => setAsking(true)}>
          Merge into this one
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Merge ${others.join(', ')} into lead ${lead.id}?`}
        description="They refer to this one and no longer have a reply deadline."
        confirmLabel="Merge"
        tone="primary"
        onConfirm={async () => {
          await merge.mutateAsync({ into: lead.id, leads: [...others] });
          toast.success(`Merged into lead ${lead.id}`);
        }}
      />
    </span>
  );
}
