import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/dialogs/ConfirmDialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { resultToasts, toast } from '#ui/toast.ts';
import { type LeadStatus, leadStatuses, leadStatusLabels } from '../../wire/leads.constants.ts';
import { useChangeLeads, useMergeLeads } from './queries.ts';

type LeadBulkActionsProps = {
  ids: readonly number[];
  people: readonly { id: number; email: string }[];
  onDone: () => void;
};

const statusOptions = leadStatuses
  .filter((status) => status !== 'new')
  .map((value) => ({ value, label: leadStatusLabels[value] }));

/** Bulk changes of the selected leads; reports those that failed. */
export function LeadBulkActions({ ids, people, onDone }: LeadBulkActionsProps) {
  const [isMerging, setMerging] = useState(false);
  const change = useChangeLeads();
  const merge = useMergeLeads();
  const leads = [...ids];
  const into = Math.min(...leads);

  async function apply(changes: { assigned_to?: number; status?: LeadStatus; is_spam?: boolean }) {
    const results = resultToasts('leads');
    try {
      const { changed, refused } = await change.mutateAsync({ leads, ...changes });
      const message = `${changed} changed`;
      if (refused[0]) results.error(`${message}, ${refused.length} refused: ${refused[0].message}`);
      else results.success(message);
      onDone();
    } catch (error) {
      results.fail(error);
    }
  }

  return (
    <>
      <SelectField
        label="Assign to"
        isLabelHidden
        placeholder="Assign to"
        options={people.map(({ id, email }) => ({ value: String(id), label: email }))}
        value=""
        onChange={({ target }) => void apply({ assigned_to: Number(target.value) })}
        className="w-52"
      />
      <SelectField
        label="Set status"
        isLabelHidden
        placeholder="Set status"
        options={statusOptions}
        value=""
        onChange={({ target }) => void apply({ status: target.value as LeadStatus })}
        className="w-40"
      />
      <Button size="small" onClick={() => void apply({ is_spam: true })}>
        Mark as spam
      </Button>
      {leads.length > 1 && (
        <Button size="small" onClick={() => setMerging(true)}>
          Merge
        </Button>
      )}
      <ConfirmDialog
        isOpen={isMerging}
        onOpenChange={setMerging}
        title={`Merge ${leads.length} leads into number ${into}?`}
        description="The others refer to it and no longer have a reply deadline."
        confirmLabel="Merge"
        tone="primary"
        onConfirm={async () => {
          await merge.mutateAsync({ into, leads: leads.filter((id) => id !== into) });
          toast.success(`Merged into lead ${into}`);
          onDone();
        }}
      />
    </>
  );
}
