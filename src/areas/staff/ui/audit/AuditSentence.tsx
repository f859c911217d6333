import { Fragment } from 'react';
import { Link } from 'react-router';
import type { AuditEntryWire } from '../../wire/audit.ts';
import { toRecordAddress } from '../record-address.ts';
import { type ChangedValue, changedFields } from './changed-fields.ts';

type Subject = NonNullable<AuditEntryWire['subject']>;

const uuidPattern = /^[0-9a-f]{8}-/;
const changesMax = 2;

/** What there is only one of: its verbs say everything, or lack its name. */
const singular: Readonly<Record<string, string>> = {
  'mail hold': '',
  'rates daily': '',
  'proxy pool': 'the pool',
};

function SubjectLink({ subject }: { subject: Subject }) {
  const name =
    subject.name ?? singular[`${subject.type} ${subject.id}`] ?? subject.id.replaceAll(',', ', ');
  const label = uuidPattern.test(name) ? `${name.slice(0, 8)}…` : name;
  const address = toRecordAddress({ ...subject, kind: subject.type });
  if (!address) return label;
  return (
    <Link to={address} className="link">
      {label}
    </Link>
  );
}

const startSmall = (text: string): string => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/**
 * "suspended", or "tried to suspend a user" when the call was rejected or its end is unknown. The
 * action of a call that the API no longer has is its method and path.
 */
function writeAction({ verb, action, status }: AuditEntryWire): string {
  if (verb === null) return `called ${action}`;
  return status === null || status >= 400 ? `tried to ${startSmall(action)}` : verb;
}

/** Who did what to which record. */
export function AuditSentence({ entry }: { entry: AuditEntryWire }) {
  return (
    <span className="wrap-anywhere">
      {entry.staff.email} <span className="font-medium">{writeAction(entry)}</span>
      {entry.subject && (
        <>
          {' '}
          <SubjectLink subject={entry.subject} />
        </>
      )}
    </span>
  );
}

/** A person with the link to the account. */
export const Value = ({ of: { text, user } }: { of: ChangedValue }) =>
  user === null ? (
    text
  ) : (
    <Link to={`/admin/users/${user}`} className="link">
      {text}
    </Link>
  );

/** Why, and what changed: the first fields of a record that was there before and is there after. */
export function AuditDetails({ entry }: { entry: AuditEntryWire }) {
  const isUpdate = entry.before !== null && entry.after !== null;
  const changes = isUpdate ? changedFields(entry) : [];
  const visible = changes.slice(0, changesMax);
  const rest = changes.length - visible.length;
  const parts = [
    ...(entry.reason ? [{ key: 'reason', content: `“${entry.reason}”` }] : []),
    ...visible.map(({ field, label, before, after }) => ({
      key: field,
      content: (
        <>
          {label}: <Value of={before} /> → <Value of={after} />
        </>
      ),
    })),
    ...(rest > 0 ? [{ key: 'rest', content: `${rest} more` }] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <span className="mt-0.5 block text-quiet wrap-anywhere">
      {parts.map(({ key, content }, at) => (
        <Fragment key={key}>
          {at > 0 && ' · '}
          {content}
        </Fragment>
      ))}
    </span>
  );
}
