import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { TicketChange } from '../queries.ts';
import { useAssignees, useChangeTickets } from './staff-queries.ts';

type InboxBulkProps = { selected: readonly string[]; onDone: () => void };

/** Changes for several tickets at once. */
export function InboxBulk({ selected, onDone }: InboxBulkProps) {
  const change = useChangeTickets();
  const results = resultToasts('tickets');
  const people = useAssignees().data?.results ?? [];

  async function run(body: TicketChange) {
    try {
      const changed = await change.mutateAsync({ uuids: selected, body });
      const message = `${changed} of ${selected.length} changed`;
      if (changed === selected.length) results.success(message);
      else results.error(`${message}. The status of the others does not allow it.`);
      onDone();
    } catch (error) {
      results.fail(error);
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
