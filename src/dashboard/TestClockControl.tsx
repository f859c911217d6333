import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { call } from '#client/api.ts';
import { formatUtcDate } from '#lib/format.ts';
import { readTestClock } from '#lib/wire/test-clock.ts';
import { Button } from '#ui/Button.tsx';

const TestClockDialog = lazy(() => import('./TestClockDialog.tsx'));

/** In the banner: the time of test mode, and what moves it. */
export function TestClockControl({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: clock } = useQuery({
    queryKey: ['test_clock'],
    queryFn: ({ signal }) => call(readTestClock, {}, { signal }),
  });
  return (
    <>
      <Button size="small" className={className} onClick={() => setOpen(true)}>
        {clock?.is_moved ? `Time: ${formatUtcDate(clock.now)}` : 'Move the time'}
      </Button>
      {isOpen && (
        <Suspense>
          <TestClockDialog isOpen onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
