// What the status page shows, remembered for some seconds: everyone may ask.
import { runDetached } from '#kernel/database/work.ts';
import type { DisabledFeature } from '#kernel/features/feature-store.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs } from '#lib/durations.ts';
import type { EndpointResponse } from '#lib/endpoint-types.ts';
import {
  chooseWorse,
  components,
  pastIncidentDays,
  publicIncidentsMax,
} from '../wire/status.constants.ts';
import type { PublicIncidentWire, readStatus, StatusComponentWire } from '../wire/status.ts';
import { judgeComponents, listFeatures, type States } from './components/judge-components.ts';
import { type DayRow, listDays } from './history/history-store.ts';
import { firstDay } from './history/record-states.ts';
import { uptimePercent } from './history/uptime.ts';
import { listCurrentIncidents } from './incidents/incident-store.ts';
import { serializePublicIncident } from './incidents/serialize-incident.ts';

export type StatusWire = EndpointResponse<typeof readStatus>['body'];

export type StatusReader = {
  /** During an outage of the database: with the history and the incidents that it read last. */
  read(): Promise<StatusWire>;
  /** After a change in this process; other processes see it within 10 s. */
  clearCache(): void;
};

const cacheMs = 10_000;

type Stored = {
  days: readonly DayRow[];
  off: readonly DisabledFeature[];
  incidents: readonly PublicIncidentWire[];
};

export function createStatusReader(kernel: Kernel): StatusReader {
  const { clock, log } = kernel;
  let known: { status: Promise<StatusWire>; untilMs: number } | null = null;
  let lastStored: Stored | null = null;

  async function readStoredOrLast(now: Date): Promise<Stored> {
    try {
      lastStored = await readStored(kernel, now);
      return lastStored;
    } catch (err) {
      if (!lastStored) throw err;
      log.warn({ err }, 'the status is shown with an older history');
      return lastStored;
    }
  }

  async function readNow(now: Date): Promise<StatusWire> {
    const [parts, stored] = await Promise.all([kernel.checks.readAll(), readStoredOrLast(now)]);
    const open = stored.incidents.filter(({ resolved_at }) => resolved_at === null);
    const states = judgeComponents({
      parts,
      off: stored.off.map(({ name }) => name),
      impacts: open.map(({ components: affected }) =>
        Object.fromEntries(affected.map(({ name, impact }) => [name, impact])),
      ),
    });
    return {
      checked_at: now.toISOString(),
      state: [...states.values()].reduce(chooseWorse, 'up'),
      components: serializeComponents(states, stored),
      incidents: [...stored.incidents],
    };
  }

  return {
    read() {
      const now = clock.now();
      if (known && now.getTime() < known.untilMs) return known.status;
      const status = runDetached(() => readNow(now));
      const entry = { status, untilMs: now.getTime() + cacheMs };
      known = entry;
      status.catch(() => {
        if (known === entry) known = null;
      });
      return status;
    },
    clearCache() {
      known = null;
    },
  };
}

async function readStored({ work, features }: Kernel, now: Date): Promise<Stored> {
  const since = new Date(now.getTime() - pastIncidentDays * dayMs);
  const [off, days, incidents] = await Promise.all([
    features.listDisabled(),
    work.read((db) => listDays(db, firstDay(now))),
    work.read((db) => listCurrentIncidents(db, { since, count: publicIncidentsMax })),
  ]);
  return { off, days, incidents: incidents.map(serializePublicIncident) };
}

function serializeComponents(states: States, { days, off }: Stored): StatusComponentWire[] {
  const byComponent = Map.groupBy(days, ({ component }) => component);
  return [...states].map(([name, state]) => {
    const own = byComponent.get(name) ?? [];
    const disabled = off.find((one) => listFeatures(name).includes(one.name));
    return {
      name,
      title: components[name],
      state,
      switched_off: disabled
        ? { notice: disabled.notice, since: disabled.since.toISOString() }
        : null,
      uptime_percent: uptimePercent(own),
      days: own.map(({ component: _, ...day }) => day),
    };
  });
}
