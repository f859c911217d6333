import { messageOf } from '#client/errors.ts';
import { Button } from '#ui/Button.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { toast } from '#ui/toast.ts';
import type { LeadWire } from '../../contract.ts';
import { canBecome, type LeadStatus, leadStatuses, statusLabels } from '../../lead-status.ts';
import { useChangeLead } from './queries.ts';

/** The statuses that this lead can take now. */
export function LeadMove({ lead, label = 'Move' }: { lead: LeadWire; label?: string }) {
  const change = useChangeLead(lead.id);
  const next = leadStatuses.filter((to) => to !== lead.status && canBecome(lead.status, to));

  const move = (status: LeadStatus) =>
    change.mutate(
      { status },
      {
        onSuccess: () => toast.success(`${lead.name}: ${statusLabels[status]}`),
        onError: (error) => toast.error(messageOf(error)),
      },
    );

  const trigger = (
    <Button size="small" isBusy={change.isPending}>
      {label}
      <span className="sr-only"> {lead.name}</span>
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      {next.map((status) => (
        <MenuItem key={status} onSelect={() => move(status)}>
          {statusLabels[status]}
        </MenuItem>
      ))}
    </Menu>
  );
}
