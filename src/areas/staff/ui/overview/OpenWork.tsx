import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { openWorkMax } from '../../wire/open-work.constants.ts';
import type { OpenWorkKind, OpenWorkWire } from '../../wire/open-work.ts';
import { toRecordAddress } from '../record-address.ts';
import { useOpenWork } from './queries.ts';

export type WorkActions = (work: OpenWorkWire) => ReactNode;

const kindNames: Readonly<Record<OpenWorkKind, string>> = {
  lead: 'Lead',
  ticket: 'Ticket',
  payment: 'Payment',
  adjustment: 'Proposal',
  withdrawal: 'Withdrawal',
  missed_period: 'Plans',
  customs_rule_set: 'Customs rules',
};

const pluralNames: Readonly<Record<OpenWorkKind, string>> = {
  lead: 'leads',
  ticket: 'tickets',
  payment: 'payments',
  adjustment: 'proposals',
  withdrawal: 'withdrawals',
  missed_period: 'missed periods',
  customs_rule_set: 'customs rules',
};

const isOverdue = ({ due_at }: OpenWorkWire): boolean => Date.parse(due_at) < Date.now();

const Due = ({ work }: { work: OpenWorkWire }) => (
  <Badge tone={isOverdue(work) ? 'danger' : 'neutral'}>
    <span>
      {isOverdue(work) ? 'Was due' : 'Due'} <RelativeTime value={work.due_at} />
    </span>
  </Badge>
);

function WorkRow({ work, actions }: { work: OpenWorkWire; actions: WorkActions }) {
  const facts = [
    kindNames[work.kind],
    work.task,
    work.detail,
    work.assignee && `assigned to ${work.assignee.name}`,
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line px-5 py-3 not-last:border-b">
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={toRecordAddress(work)!}
            className="min-w-0 font-medium wrap-anywhere underline-offset-4 hover:underline"
          >
            {work.title}
          </Link>
          <Due work={work} />
        </p>
        <p className="mt-1 text-sm text-quiet wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">{actions(work)}</div>
    </li>
  );
}

/** What waits for staff, by when it is due, with the next step in each row. */
export function OpenWork({ actions }: { actions: WorkActions }) {
  const work = useOpenWork();
  return (
    <Panel title="To do" description="Ordered by when it is due." isFlush>
      {work.isPending && <Skeleton className="m-5 h-40" />}
      {work.isError && (
        <div className="p-5">
          <LoadError
            message={errorMessage(work.error)}
            onRetry={() => work.refetch()}
            isRetrying={work.isFetching}
          />
        </div>
      )}
      {work.data && work.data.failed.length > 0 && (
        <div className="p-5">
          <LoadError
            message={`Could not be loaded: ${work.data.failed.map((kind) => pluralNames[kind]).join(', ')}.`}
            onRetry={() => work.refetch()}
            isRetrying={work.isFetching}
          />
        </div>
      )}
      {work.data?.results.length === 0 && work.data.failed.length === 0 && (
        <EmptyState title="Nothing waits for you">
          New leads, tickets, payments to review, proposals, withdrawals, missed periods and drafts
          of customs rules are listed here.
        </EmptyState>
      )}
      {work.data && work.data.results.length > 0 && (
        <ul>
          {work.data.results.map((one) => (
            <WorkRow key={`${one.kind} ${one.id}`} work={one} actions={actions} />
          ))}
        </ul>
      )}
      {work.data && work.data.results.length >= openWorkMax && (
        <p className="border-t border-line px-5 py-3 text-sm text-quiet">
          These are the first {openWorkMax}. The lists of leads, tickets and payments have the rest.
        </p>
      )}
    </Panel>
  );
}
