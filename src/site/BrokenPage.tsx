import { ButtonLink } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';

type BrokenPageProps = { isMissing: boolean };

/** The last resort, without anything that could break again: no layout, no session. */
export const BrokenPage = ({ isMissing }: BrokenPageProps) => (
  <main className="grid min-h-svh place-items-center px-gutter">
    <title>{isMissing ? 'Page not found' : 'Something broke'}</title>
    <EmptyState
      title={isMissing ? 'This page does not exist' : 'Something broke on this page'}
      action={
        <>
          {!isMissing && (
            // Without an address a link loads the page it stands on anew.
            <ButtonLink variant="primary" href="">
              Load it again
            </ButtonLink>
          )}
          <ButtonLink href="/">Go to the home page</ButtonLink>
        </>
      }
    >
      {isMissing
        ? 'The address may have changed.'
        : 'Loading it again often helps. If it does not, tell us what you were doing.'}
    </EmptyState>
  </main>
);
