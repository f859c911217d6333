import { Link } from 'react-router';
import { ButtonLink } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

export type NoRecordProps = {
  /** What it would be: "payment". */
  what: string;
  /** Where there are such. */
  to: string;
  open: string;
  /** Why there may be none. */
  children: string;
};

/** Stands at an address that has no record, or none of this person's. */
export const NoRecord = ({ what, to, open, children }: NoRecordProps) => (
  <EmptyState
    title={`There is no ${what} at this address`}
    isPage
    action={
      <ButtonLink asChild>
        <Link to={to}>{open}</Link>
      </ButtonLink>
    }
  >
    {children}
  </EmptyState>
);
