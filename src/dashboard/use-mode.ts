import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import {
  canSwitchMode,
  isBelowDashboard,
  isTestMode,
  readRequestedMode,
  withoutMode,
} from '#client/test-mode.ts';
import { useSession } from '#client/use-session.ts';
import { markTestName } from '#lib/test-mode.ts';
import { setSavedNames } from '#ui/download.ts';

setSavedNames((name) => (isTestMode() ? markTestName(name) : name));

/** For addresses that ask for a mode and are opened without loading a page: after signing in. */
function useRequestedMode(): void {
  const address = useLocation();
  const { status } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    const requested = readRequestedMode(address);
    if (requested === null || status !== 'signed_in') return;
    const isThere = (requested === 'test') === isTestMode();
    if (!isThere && canSwitchMode()) location.reload();
    else void navigate(withoutMode(address), { replace: true, state: address.state });
  }, [address, status, navigate]);
}

/** Other pages are live, and must not get what this one has cached in test mode. */
function useLiveElsewhere(): void {
  useEffect(
    () => () => {
      if (isTestMode() && !isBelowDashboard(location.pathname)) location.reload();
    },
    [],
  );
}

/** Keeps the two modes apart. */
export function useMode(): void {
  useRequestedMode();
  useLiveElsewhere();
}
