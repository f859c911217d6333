import { useRouteError } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { isChunkLoadError, reloadPage } from '#ui/chunk-load-error.ts';
import { EmptyState } from '#ui/EmptyState.tsx';

const unloaded = {
  title: 'This page did not load',
  text: 'Part of it could not be loaded: the connection was lost, or a new version is out.',
};
const broken = {
  title: 'Something went wrong on this page',
  text: 'Reloading often helps. If it does not, tell us what you were doing.',
};

/** Inside a layout, in place of the screen. */
export function ScreenFailure() {
  const { title, text } = isChunkLoadError(useRouteError()) ? unloaded : broken;
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <EmptyState
        title={title}
        isPage
        action={
          <Button variant="primary" onClick={reloadPage}>
            Reload
          </Button>
        }
      >
        {text}
      </EmptyState>
    </>
  );
}
