import { SelectField } from '#ui/fields/SelectField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { toastError } from '#ui/toast.ts';
import type { TicketDetailWire } from '../../wire/index.ts';
import {
  type TicketCategory,
  type TicketPriority,
  ticketCategories,
  ticketCategoryLabels,
  ticketPriorities,
  ticketPriorityLabels,
} from '../../wire/tickets.constants.ts';
import { type TicketChange, useChangeTicket } from '../queries.ts';
import { PrioritySupport } from './PrioritySupport.tsx';
import { useAssignees } from './staff-queries.ts';

type Assignees = NonNullable<ReturnType<typeof useAssignees>['data']>['results'];

/** Includes the assignee while the team loads, and after they have left it. */
function assigneeOptions(
  { assigned_to: id, assigned_to_name }: TicketDetailWire,
  people?: Assignees,
) {
  const team = (people ?? []).map((one) => ({ value: String(one.id), label: one.name }));
  if (id === null || team.some(({ value }) => value === String(id))) return team;
  const name = assigned_to_name ?? `Account ${id}`;
  return [...team, { value: String(id), label: people ? `${name} (not in support)` : name }];
}

/** Each choice is saved at once. */
export function HandlingPanel({ ticket }: { ticket: TicketDetailWire }) {
  const change = useChangeTicket(ticket.uuid);
  const people = useAssignees().data?.results;
  const set = (body: TicketChange) => change.mutate(body, { onError: toastError });
  return (
    <Panel title="Handling">
      <div className="grid justify-items-stretch gap-4">
        {ticket.has_priority_support && (
          <p className="text-sm">
            <PrioritySupport ticket={ticket} />
            <span className="mt-1 block text-quiet">Answers are due in half the time.</span>
          </p>
        )}
        <SelectField
          label="Assigned to"
          placeholder="Unassigned"
          value={ticket.assigned_to === null ? '' : String(ticket.assigned_to)}
          options={assigneeOptions(ticket, people)}
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
