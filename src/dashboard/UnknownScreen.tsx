import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

export default function UnknownScreen() {
  return (
    <>
      <title>{`Page not found · ${site.name}`}</title>
      <EmptyState
        title="There is no screen at this address"
        isPage
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
