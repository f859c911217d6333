import { useMatches } from 'react-router';
import type { Page, PageOf } from './page-schema.ts';

const isPage = (handle: unknown): handle is Page =>
  typeof handle === 'object' && handle !== null && 'description' in handle;

/** The head of the page from content/ that is on screen; none on a screen such as sign-in. */
export const usePage = (): Page | undefined =>
  useMatches()
    .map(({ handle }) => handle)
    .findLast(isPage);

/** The same, where the frame of that layout asks. */
export function usePageOf<Layout extends Page['layout']>(
  layout: Layout,
): PageOf<Layout> | undefined {
  const page = usePage();
  return page?.layout === layout ? (page as PageOf<Layout>) : undefined;
}
