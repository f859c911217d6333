import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import type { UsageRecordWire } from '../../wire/index.ts';

/** What support needs to know of a call, for the start of a message. */
const describe = (row: UsageRecordWire): string =>
  [
    `Call: ${row.method} ${row.endpoint}`.trim(),
    `Status: ${[row.status_code, row.error_code].filter(Boolean).join(' ')}`,
    `Time: ${row.created_at}`,
    `Request ID: ${row.request_id}`,
  ].join('\n');

/** Opens the form of a new ticket with the call attached and described. */
export const AskAboutCall = ({ row }: { row: UsageRecordWire }) => (
  <ButtonLink asChild>
    <Link
      to={`/dashboard/support/new?about=call:${row.request_id}`}
      state={{
        subject: `${row.method} ${row.endpoint} answered ${row.status_code}`.trim(),
        message: `${describe(row)}\n\n`,
      }}
    >
      Ask support about this call
    </Link>
  </ButtonLink>
);
