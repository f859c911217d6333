import { messageOf } from '#client/errors.ts';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { toast } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../contract.ts';
import {
  type TicketCategory,
  type TicketPriority,
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels,
} from '../../ticket-words.ts';
import { type TicketChange, useChangeTicket } from '../queries.ts';
import { useAssignees } from './queries.ts';

type People = NonNullable<ReturnType<typeof useAssignees>['data']>['results'];

/** Who has the ticket stands there while the team loads, and after they left it. */
function assigneesOf({ assigned_to: id, assigned_to_name }: TicketDetailWire, people?: People) {
  const team = (people ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  if (id === null || team.some(({ value }) => value === String(id))) return team;
  const name = assigned_to_name ?? `Account ${id}`;
  return [...team, { value: String(id), label: people ? `${name} (not in support)` : name }];
}

/** Who has the ticket, and how it is sorted. Each choice holds at once. */
export function HandlingPanel({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  const people = useAssignees().data?.results;
  const set = (body: TicketChange) =>
    change.mutate(body, { onError: (error) => toast.error(messageOf(error)) });
  return (
    <Panel title="Handling">
      <div className="grid gap-4">
        <SelectField
          label="Assigned to"
          placeholder="Nobody"
          value={ticket.assigned_to === null ? '' : String(ticket.assigned_to)}
          options={assigneesOf(ticket, people)}
          onChange={({ target }) =>
            set({ assigned_to: target.value === '' ? null : Number(target.value) })
          }
        />
        <SelectField
          label="Priority"
          value={ticket.priority}
          options={ticketPriorities.map((value) => ({ value, label: ticketPriorityLabels[value] }))}
          onChange={({ target }) => set({ priority: target.value as TicketPriority })}
        />
        <SelectField
          label="Category"
          value={ticket.category}
          options={ticketCategories.map((value) => ({ value, label: ticketCategoryLabels[value] }))}
          onChange={({ target }) => set({ category: target.value as TicketCategory })}
        />
      </div>
    </Panel>
  );
}
