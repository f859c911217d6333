import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { resultToasts } from '#ui/toast.ts';
import {
  canTransition,
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
} from '../../wire/leads.constants.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { useChangeLead } from './queries.ts';

/** The possible transitions of the lead. */
export function LeadStatusMenu({
  lead,
  label = 'Change status',
}: {
  lead: LeadWire;
  label?: string;
}) {
  const change = useChangeLead(lead.id);
  const results = resultToasts(`lead ${lead.id}`);
  const next = leadStatuses.filter((to) => to !== lead.status && canTransition(lead.status, to));

  // A promise, because the card may be in another column before the call completes.
  const transition = (status: LeadStatus) =>
    change
      .mutateAsync({ status })
      .then(() => results.success(`${lead.name}: ${leadStatusLabels[status]}`), results.fail);

  const trigger = (
    <Button size="small" isBusy={change.isPending}>
      {label}
      <span className="sr-only"> {lead.name}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {next.map((status) => (
        <MenuItem key={status} onSelect={() => void transition(status)}>
          {leadStatusLabels[status]}
        </MenuItem>
      ))}
    </Menu>
  );
}
