import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketChange } from '../queries.ts';
import { useAssignees, useChangeTickets } from './queries.ts';

type InboxBulkProps = { selected: readonly string[]; onDone: () => void };

/** What several tickets take at once. */
export function InboxBulk({ selected, onDone }: InboxBulkProps) {
  const change = useChangeTickets();
  const people = useAssignees().data?.results ?? [];

  async function run(body: TicketChange) {
    try {
      const changed = await change.mutateAsync({ uuids: selected, body });
      const words = `${changed} of ${selected.length} changed`;
      if (changed === selected.length) toast.success(words);
      else toast.error(`${words}. The others do not take this step.`);
      onDone();
    } catch (error) {
      toast.error(messageOf(error));
    }
  }

  return (
    <>
      <SelectField
        label="Assign selected tickets"
        isLabelHidden
        placeholder="Assign to..."
        value=""
        disabled={change.isPending}
        options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={({ target }) => run({ assigned_to: Number(target.value) })}
        className="w-44"
      />
      <Button size="small" disabled={change.isPending} onClick={() => run({ status: 'resolved' })}>
        Resolve
      </Button>
      <Button size="small" disabled={change.isPending} onClick={() => run({ status: 'closed' })}>
        Close
      </Button>
    </>
  );
}
