import { Link } from 'react-router';
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export default function UnknownScreen() {
  return (
    <>
      <title>Page not found · Dashboard</title>
      <EmptyState
        title="There is no screen at this address"
        action={
          <ButtonLink asChild>
            <Link to="/dashboard">Go to the overview</Link>
          </ButtonLink>
        }
      >
        The address may have changed.
      </EmptyState>
    </>
  );
}
