import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { type LeadStatus, leadStatuses, leadStatusLabels } from '../../wire/leads.constants.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { LeadStatusMenu } from './LeadStatusMenu.tsx';
import { useLeads } from './queries.ts';
import { ReplyDeadline } from './ReplyDeadline.tsx';

const cardsMax = 20;

const LeadCard = ({ lead }: { lead: LeadWire }) => (
  <li className="grid gap-2 border border-line p-3 surface-raised">
    <Link
      to={`/admin/leads/${lead.id}`}
      className="font-medium underline-offset-4 wrap-anywhere hover:underline"
    >
      {lead.name}
    </Link>
    <p className="text-sm text-quiet wrap-anywhere">{lead.company || lead.email}</p>
    <p className="line-clamp-2 text-sm">{lead.subject || lead.message}</p>
    <ReplyDeadline lead={lead} />
    <div className="flex items-center justify-between gap-2 text-xs text-quiet">
      <RelativeTime value={lead.created_at} />
      <LeadStatusMenu lead={lead} />
    </div>
  </li>
);

function BoardColumn({ status }: { status: LeadStatus }) {
  const leads = useLeads({ status, is_spam: 'false', page_size: String(cardsMax) });
  const { results = [], count = 0 } = leads.data ?? {};
  const shown = results.filter((lead) => !lead.duplicate_of);
  return (
    <section aria-labelledby={`column-${status}`} className="min-w-52 flex-1">
      <h2 id={`column-${status}`} className="flex items-baseline gap-2 border-b border-line pb-2">
        <span className="text-base">{leadStatusLabels[status]}</span>
        <span className="font-mono text-sm font-normal text-quiet">{count}</span>
      </h2>
      {leads.isError && (
        <LoadError message={errorMessage(leads.error)} onRetry={() => leads.refetch()} />
      )}
      {leads.isPending && <Skeleton className="mt-3 h-28 w-full" />}
      {leads.isSuccess && shown.length === 0 && (
        <p className="mt-3 text-sm text-quiet">No leads here.</p>
      )}
      <ul className="mt-3 grid gap-3">
        {shown.map((lead) => (
          <LeadCard key={lead.id} lead={lead} />
        ))}
      </ul>
      {count > cardsMax && (
        <Link to={`/admin/leads?status=${status}`} className="link mt-3 inline-block text-sm">
          All {count}
        </Link>
      )}
    </section>
  );
}

/** One column per status, newest first. */
export const LeadBoard = () => (
  // Focusable, because it scrolls horizontally.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus.
  <section aria-label="Board" tabIndex={0} className="relative flex gap-4 overflow-x-auto pb-4">
    {leadStatuses.map((status) => (
      <BoardColumn key={status} status={status} />
    ))}
  </section>
);
