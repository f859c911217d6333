import { useMatches } from 'react-router';
import { canonicalPath } from './meta.ts';
import type { Page, PageOf } from './page-schema.ts';

/** What a screen says about itself where its address decides it, such as the page of one tag. */
export type PageByPath = (path: string) => Page | undefined;

const isPage = (handle: unknown): handle is Page =>
  typeof handle === 'object' && handle !== null && 'description' in handle;

const resolve = (handle: unknown, path: string): unknown =>
  typeof handle === 'function' ? (handle as PageByPath)(path) : handle;

/** The head of the page from content/ that is on screen; none on a screen such as sign-in. */
export const usePage = (): Page | undefined =>
  useMatches()
    .map(({ handle, pathname }) => resolve(handle, canonicalPath(pathname)))
    .findLast(isPage);

/** The same, where the frame of that layout asks. */
export function usePageOf<Layout extends Page['layout']>(
  layout: Layout,
): PageOf<Layout> | undefined {
  const page = usePage();
  return page?.layout === layout ? (page as PageOf<Layout>) : undefined;
}
