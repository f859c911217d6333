import { Link } from 'react-router';
import { ButtonLink } from '../Button.tsx';
import { EmptyState } from '../EmptyState.tsx';

export type RecordNotFoundProps = {
  /** The kind of record: "payment". */
  what: string;
  /** The list of such records. */
  to: string;
  linkLabel: string;
  /** Why there may be none. */
  children: string;
};

/** Shown at an address without a record, or with one of another account. */
export const RecordNotFound = ({ what, to, linkLabel, children }: RecordNotFoundProps) => (
  <EmptyState
    title={`There is no ${what} at this address`}
    isPage
    action={
      <ButtonLink asChild>
        <Link to={to}>{linkLabel}</Link>
      </ButtonLink>
    }
  >
    {children}
  </EmptyState>
);
