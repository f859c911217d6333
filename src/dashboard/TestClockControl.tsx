import { lazy, Suspense, useState } from 'react';
import { formatUtcDate } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { useTestClock } from './use-test-clock.ts';

const TestClockDialog = lazy(() => import('./TestClockDialog.tsx'));

/** In the banner: the time of test mode, and what moves it. */
export function TestClockControl({ className }: { className: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: clock } = useTestClock();
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
