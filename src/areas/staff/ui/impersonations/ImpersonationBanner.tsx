import { useEffect, useState } from 'react';
import { createClient } from '#client/call.ts';
import {
  clearImpersonation,
  type Impersonation,
  loadImpersonation,
} from '#client/impersonation.ts';
import { apiBaseUrl, sessionKeys } from '#client/session.ts';
import { localStore } from '#client/storage.ts';
import { minuteMs } from '#lib/durations.ts';
import { Button } from '#ui/Button.tsx';
import { endImpersonation } from '../../wire/impersonations.ts';

/** Uses the staff session instead of the impersonation of this tab. */
const callAsStaff = createClient({
  baseUrl: apiBaseUrl,
  getToken: () => localStore.read(sessionKeys.access),
});

function leave({ userId }: Impersonation) {
  clearImpersonation();
  location.assign(`/admin/users/${userId}`);
}

/** Shows whose account this tab shows, and for how long. Nothing in other tabs. */
export function ImpersonationBanner() {
  const [impersonation] = useState(loadImpersonation);
  const [minutes, setMinutes] = useState(() => minutesUntil(impersonation));

  useEffect(() => {
    if (!impersonation) return;
    const timer = setInterval(() => {
      setMinutes(minutesUntil(impersonation));
      if (Date.parse(impersonation.until) <= Date.now()) leave(impersonation);
    }, 5000);
    return () => clearInterval(timer);
  }, [impersonation]);

  if (!impersonation) return null;

  async function end(impersonation: Impersonation) {
    // If this fails, the impersonation expires by itself.
    await callAsStaff(endImpersonation, { params: { id: impersonation.id } }).catch(
      () => undefined,
    );
    leave(impersonation);
  }

  return (
    <aside
      aria-label="Viewing another account"
      className="sticky top-0 z-50 flex flex-wrap items-center gap-x-4 gap-y-2 border-b-2 border-warning-text px-4 py-2 text-sm surface-raised md:px-6"
    >
      <p className="min-w-0 flex-1 basis-60">
        <strong className="text-warning-text">Viewing as {impersonation.email}.</strong> Nothing can
        be changed.
        {minutes > 0 && ` ${minutes} min left.`}
      </p>
      <Button size="small" onClick={() => void end(impersonation)}>
        Stop viewing
      </Button>
    </aside>
  );
}

const minutesUntil = (impersonation: Impersonation | null): number =>
  impersonation
    ? Math.max(0, Math.ceil((Date.parse(impersonation.until) - Date.now()) / minuteMs))
    : 0;
