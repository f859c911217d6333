import { formatUtcDateTime } from '#lib/format.ts';
import {
  type ComponentName,
  components,
  type Impact,
  type IncidentState,
  incidentStateLabels,
  stateLabels,
} from '../../wire/status.constants.ts';

export type TimelineUpdate = {
  id: string;
  state: IncidentState;
  message: string;
  created_at: string;
  created_by?: string;
};

/** The updates of an incident, the newest first. */
export const Timeline = ({ updates }: { updates: readonly TimelineUpdate[] }) => (
  <ol className="grid gap-5">
    {updates.map(({ id, state, message, created_at: at, created_by: author }) => (
      <li key={id} className="border-l-2 border-control pl-4">
        <p className="max-w-measure whitespace-pre-line wrap-anywhere">
          <strong className="font-semibold">{incidentStateLabels[state]}.</strong> {message}
        </p>
        <p className="mt-1 text-sm text-quiet">
          <time dateTime={at}>{formatUtcDateTime(new Date(at))}</time>
          {author && `, ${author}`}
        </p>
      </li>
    ))}
  </ol>
);

type AffectedProps = { affected: readonly { name: ComponentName; impact: Impact }[] };

/** `Payments: down`, one after another. */
export const Affected = ({ affected }: AffectedProps) => (
  <>
    {affected
      .map(({ name, impact }) => `${components[name]}: ${stateLabels[impact].toLowerCase()}`)
      .join(' · ')}
  </>
);
