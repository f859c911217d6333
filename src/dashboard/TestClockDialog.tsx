import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '#client/api.ts';
import { errorMessage } from '#lib/call-error.ts';
import { formatUtcDateTime } from '#lib/format.ts';
import {
  advanceTestClock,
  listTestClockEvents,
  resetTestClock,
  type TestClockEventWire,
  type TestClockWire,
} from '#lib/wire/test-clock.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { announce } from '#ui/focus/announce.ts';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import { clockKey, useTestClock } from './use-test-clock.ts';

const steps = [
  ['1 day', 'P1D'],
  ['1 week', 'P1W'],
  ['1 month', 'P1M'],
  ['1 year', 'P1Y'],
] as const;

const useEvents = (clock: TestClockWire | undefined) =>
  useQuery({
    queryKey: [...clockKey, 'events', clock?.moved_from, clock?.now],
    queryFn: ({ signal }) =>
      call(
        listTestClockEvents,
        { query: { after: clock!.moved_from!, page_size: '100' } },
        { signal },
      ),
    enabled: clock?.is_moved === true,
    placeholderData: keepPreviousData,
  });

/** Everything on the screen may be different afterwards. */
function useChange<Input>(change: (input: Input) => Promise<TestClockWire>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (clock) => {
      queries.setQueryData(clockKey, clock);
      return queries.invalidateQueries();
    },
  });
}

const pages: readonly (readonly [start: string, address: string])[] = [
  ['subscription.', '/dashboard/plan'],
  ['payment.', '/dashboard/payments'],
  ['key.', '/dashboard/keys'],
  ['quota.', '/dashboard/usage'],
];

function Event({ occurred_at, type, summary }: TestClockEventWire) {
  const address = pages.find(([start]) => type.startsWith(start))?.[1];
  return (
    <li className="grid gap-x-4 border-b border-line py-2 sm:grid-cols-[11rem_1fr]">
      <time dateTime={occurred_at} className="text-quiet text-sm tabular-nums">
        {formatUtcDateTime(occurred_at)}
      </time>
      <span className="min-w-0">
        {type === 'mail' && 'E-mail, not sent: '}
        {address ? <Link to={address}>{summary}</Link> : summary}
      </span>
    </li>
  );
}

function Progress({ clock, from }: { clock: TestClockWire; from: string }) {
  const start = Date.parse(from);
  return (
    <ProgressBar
      label="Moving the time"
      value={Date.parse(clock.now) - start}
      max={Date.parse(clock.moving_to!) - start}
      valueText={formatUtcDateTime(clock.now)}
    />
  );
}

function Events({ clock }: { clock: TestClockWire }) {
  const { data } = useEvents(clock);
  if (!data) return null;
  return (
    <section aria-label="What happened" className="grid gap-2">
      <h3 className="text-base">What happened since {formatUtcDateTime(clock.moved_from!)}</h3>
      {data.results.length === 0 ? (
        <p className="text-quiet">{clock.moving_to ? 'Nothing yet.' : 'Nothing was due.'}</p>
      ) : (
        <ol>
          {data.results.map((event) => (
            <Event key={event.id} {...event} />
          ))}
        </ol>
      )}
      {data.has_next && <p className="text-quiet">The API lists all {data.count}.</p>}
    </section>
  );
}

function Controls({ clock }: { clock: TestClockWire }) {
  const advance = useChange((duration: string) =>
    call(advanceTestClock, { body: { advance: duration } }),
  );
  const reset = useChange(() => call(resetTestClock, {}));
  const error = advance.error ?? reset.error;
  const isBusy = clock.moving_to !== null || advance.isPending || reset.isPending;
  return (
    <>
      {error && <Banner tone="error">{errorMessage(error)}</Banner>}
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2">Move the time by</legend>
        {steps.map(([label, duration]) => (
          <Button key={duration} aria-disabled={isBusy} onClick={() => advance.mutate(duration)}>
            {label}
          </Button>
        ))}
      </fieldset>
      {clock.is_moved && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <Button size="small" aria-disabled={isBusy} onClick={() => reset.mutate(undefined)}>
            Make it real again
          </Button>
          <span className="min-w-0 flex-1 basis-48">
            Your test plan ends and the free one starts. Payments and invoices stay.
          </span>
        </p>
      )}
    </>
  );
}

/** Tells of the end of a move, and reads again what it changed. */
function useEnd(clock: TestClockWire | undefined): void {
  const queries = useQueryClient();
  const [wasMoving, setMoving] = useState(false);
  const isMoving = Boolean(clock?.moving_to);
  useEffect(() => {
    if (wasMoving === isMoving) return;
    setMoving(isMoving);
    if (!isMoving && clock) {
      announce(`The time is ${formatUtcDateTime(clock.now)}.`);
      void queries.invalidateQueries();
    }
  }, [wasMoving, isMoving, clock, queries]);
}

type TestClockDialogProps = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function TestClockDialog({ isOpen, onOpenChange }: TestClockDialogProps) {
  const { data: clock } = useTestClock();
  useEnd(clock);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Time of test mode"
      description="What becomes due happens in order: renewals, failed charges, invoices, expiries and warnings. Then the time stands still. Nothing live is changed."
    >
      {clock && (
        <div className="grid gap-5">
          <p>
            It is <strong>{formatUtcDateTime(clock.now)}</strong>
            {clock.is_moved ? ' in your test mode.' : ', the real time.'}
          </p>
          {clock.moving_to && clock.moved_from && (
            <Progress clock={clock} from={clock.moved_from} />
          )}
          <Controls clock={clock} />
          {clock.is_moved && <Events clock={clock} />}
        </div>
      )}
    </Dialog>
  );
}
