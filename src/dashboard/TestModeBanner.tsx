import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { switchMode } from '#client/test-mode.ts';
import { useTestMode } from '#client/use-test-mode.ts';
import { formatUtcDate } from '#lib/format.ts';
import { Button } from '#ui/Button.tsx';
import { useTestClock } from './use-test-clock.ts';

/** Screens of what exists once: test mode shows them as they are live. */
const liveScreens = ['profile', 'sessions', 'assistants', 'support', 'customs/embed'];

const isLiveScreen = (pathname: string): boolean =>
  liveScreens.some((screen) => `${pathname}/`.startsWith(`/dashboard/${screen}/`));

const TestClockDialog = lazy(() => import('./TestClockDialog.tsx'));

/** In the banner: the time of test mode, and what moves it. */
function TestClockControl({ className }: { className: string }) {
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

const buttonLook = 'border-on-warning! text-on-warning! hover:bg-on-warning/10!';

/** On every screen in test mode. The header, which stays when it is scrolled away, has a mark. */
export function TestModeBanner() {
  const isLive = isLiveScreen(useLocation().pathname);
  if (!useTestMode()) return null;
  return (
    <aside
      aria-label="Test mode"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-warning px-4 py-2 text-sm text-on-warning md:px-6"
    >
      <p className="min-w-0 flex-1 basis-full text-balance sm:basis-48">
        {isLive ? (
          <>
            <strong>This screen is live.</strong> It is the same in test mode, and changes are real.
          </>
        ) : (
          <>
            <strong>Test mode.</strong> Nothing here is real: no money moves, no e-mail is sent.
          </>
        )}
      </p>
      {!isLive && <TestClockControl className={buttonLook} />}
      <Button size="small" className={buttonLook} onClick={() => switchMode('live')}>
        Leave test mode
      </Button>
    </aside>
  );
}
