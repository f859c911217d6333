import clsx from 'clsx';
import { type DragEvent, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { LoadError } from '#ui/LoadError.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { RecordFilterBar } from '#ui/records/RecordFilterBar.tsx';
import { type RecordQuery, useRecordView } from '#ui/records/record-filters.ts';
import { useRecords } from '#ui/records/use-records.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { resultToasts } from '#ui/toast.ts';
import {
  canTransition,
  type LeadStatus,
  leadStatuses,
  leadStatusLabels,
} from '../../wire/leads.constants.ts';
import type { LeadWire } from '../../wire/leads.ts';
import { LeadStatusMenu } from './LeadStatusMenu.tsx';
import { boardFilters, leadFilters } from './lead-filters.ts';
import { leadList, useMoveLead } from './queries.ts';
import { ReplyDeadline } from './ReplyDeadline.tsx';

const cardsMax = 20;

/** A lead on its way to another column: it is shown there before the server has responded. */
type Move = { lead: LeadWire; to: LeadStatus };

/** Dragging between columns; the menu of each card does the same by keyboard. */
function useBoard() {
  const move = useMoveLead();
  const [dragged, setDragged] = useState<LeadWire>();
  const [moves, setMoves] = useState<readonly Move[]>([]);

  async function drop(to: LeadStatus) {
    setDragged(undefined);
    if (!dragged || dragged.status === to) return;
    const results = resultToasts(`lead ${dragged.id}`);
    const started: Move = { lead: dragged, to };
    setMoves((current) => [...current, started]);
    try {
      await move.mutateAsync({ id: dragged.id, status: to });
      results.success(`${dragged.name}: ${leadStatusLabels[to]}`);
    } catch (error) {
      results.fail(error);
    } finally {
      setMoves((current) => current.filter((one) => one !== started));
    }
  }
  return { dragged, moves, setDragged, drop };
}
type Board = ReturnType<typeof useBoard>;

function LeadCard({ lead, board }: { lead: LeadWire; board: Board }) {
  const isMoving = board.moves.some((move) => move.lead.id === lead.id);
  function start(event: DragEvent) {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', lead.name);
    board.setDragged(lead);
  }
  return (
    <li
      draggable={!isMoving}
      aria-busy={isMoving || undefined}
      onDragStart={start}
      onDragEnd={() => board.setDragged(undefined)}
      className={clsx(
        'grid cursor-grab gap-2 border border-line p-3 surface-raised active:cursor-grabbing',
        (isMoving || board.dragged?.id === lead.id) && 'opacity-60',
      )}
    >
      <Link
        to={`/admin/leads/${lead.id}`}
        draggable={false}
        className="font-medium underline-offset-4 wrap-anywhere hover:underline"
      >
        {lead.name}
      </Link>
      <p className="text-sm text-quiet wrap-anywhere">{lead.company || lead.email}</p>
      <p className="line-clamp-2 text-sm">{lead.subject || lead.message}</p>
      <ReplyDeadline lead={lead} />
      <div className="flex items-center justify-between gap-2 text-xs text-quiet">
        <RelativeTime value={lead.created_at} />
        <LeadStatusMenu lead={lead} label="Move" />
      </div>
    </li>
  );
}

type ColumnProps = { status: LeadStatus; query: RecordQuery; board: Board };

function BoardColumn({ status, query, board }: ColumnProps) {
  const { dragged, moves, drop } = board;
  const filters = { ...query, status, is_spam: 'false' };
  const leads = useRecords(leadList, { ...filters, page_size: String(cardsMax) });
  const { results = [], count = 0 } = leads.data ?? {};
  const arriving = moves.filter(({ to }) => to === status).map(({ lead }) => lead);
  const columns = [
    ...arriving,
    ...results.filter(
      ({ id, duplicate_of }) => !duplicate_of && !moves.some(({ lead }) => lead.id === id),
    ),
  ];
  const isTarget =
    dragged !== undefined && dragged.status !== status && canTransition(dragged.status, status);
  const rest = new URLSearchParams(filters);
  return (
    <section
      aria-labelledby={`column-${status}`}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (isTarget) void drop(status);
      }}
      className={clsx(
        'min-w-52 flex-1 outline-offset-4',
        isTarget && 'outline-2 outline-accent outline-dashed',
        dragged && !isTarget && dragged.status !== status && 'opacity-50',
      )}
    >
      <h2 id={`column-${status}`} className="flex items-baseline gap-2 border-b border-line pb-2">
        <span className="text-base">{leadStatusLabels[status]}</span>{' '}
        <span className="font-mono text-sm font-normal text-quiet">{count}</span>
      </h2>
      {leads.isError && (
        <LoadError message={errorMessage(leads.error)} onRetry={() => leads.refetch()} />
      )}
      {leads.isPending && <Skeleton className="mt-3 h-28 w-full" />}
      {leads.isSuccess && columns.length === 0 && (
        <p className="mt-3 text-sm text-quiet">No leads here.</p>
      )}
      <ul className="mt-3 grid gap-3">
        {columns.map((lead) => (
          <LeadCard key={lead.id} lead={lead} board={board} />
        ))}
      </ul>
      {count > cardsMax && (
        <Link to={`/admin/leads?${rest}`} className="link mt-3 inline-block text-sm">
          All {count}
        </Link>
      )}
    </section>
  );
}

/** One column per status, newest first. */
export function LeadBoard() {
  const view = useRecordView(leadFilters);
  const board = useBoard();
  const { page: _page, status: _status, is_spam: _spam, ordering: _order, ...query } = view.query;
  return (
    <>
      <div className="border border-line border-b-0 surface-raised">
        <RecordFilterBar what="leads" filters={boardFilters} view={view} />
      </div>
      <section
        aria-label="Board"
        // Focusable, because it scrolls horizontally.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus.
        tabIndex={0}
        className="relative flex gap-4 overflow-x-auto p-1 pb-4"
      >
        {leadStatuses.map((status) => (
          <BoardColumn key={status} status={status} query={query} board={board} />
        ))}
      </section>
    </>
  );
}
