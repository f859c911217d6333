import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextArea } from '#ui/fields/TextArea.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useAssignees, useChangeLead } from './queries.ts';

/** Assignment, internal notes and the spam flag. */
export function LeadTracking({ lead }: { lead: LeadWire }) {
  const people = useAssignees().data ?? [];
  const change = useChangeLead(lead.id);
  const [assigned, setAssigned] = useState(String(lead.assigned_to ?? ''));
  const [isSpam, setSpam] = useState(lead.is_spam ?? false);

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const admin_notes = String(new FormData(event.currentTarget).get('notes') ?? '');
    change.mutate(
      { admin_notes, assigned_to: assigned === '' ? null : Number(assigned), is_spam: isSpam },
      { onSuccess: () => toast.success('Saved') },
    );
  }

  return (
    <Panel title="Tracking">
      <form onSubmit={save} className="grid gap-5">
        {change.isError && <Banner tone="error">{errorMessage(change.error)}</Banner>}
        <SelectField
          label="Assigned to"
          placeholder="Nobody"
          options={people.map(({ id, email }) => ({ value: String(id), label: email }))}
          value={assigned}
          onChange={({ target }) => setAssigned(target.value)}
        />
        <TextArea
          label="Notes"
          name="notes"
          help="Never shown to the sender."
          defaultValue={lead.admin_notes ?? ''}
          maxLength={10_000}
        />
        <Checkbox
          label="This is spam"
          checked={isSpam}
          onChange={({ target }) => setSpam(target.checked)}
        />
        <Button
          type="submit"
          className="justify-self-start"
          isBusy={change.isPending}
          busyLabel="Saving..."
        >
          Save
        </Button>
      </form>
    </Panel>
  );
}
