import { useMatches } from 'react-router';
import { canonicalPath } from '../metadata/metadata.ts';
import type { Page, PageWith } from './page-schema.ts';

/** The frontmatter of a generated page, by its path or from the data that it loaded. */
export type PageResolver = (path: string, data: unknown) => Page | undefined;

const isPage = (handle: unknown): handle is Page =>
  typeof handle === 'object' && handle !== null && 'description' in handle;

const resolve = (handle: unknown, path: string, data: unknown): unknown =>
  typeof handle === 'function' ? (handle as PageResolver)(path, data) : handle;

/** The frontmatter of the current page; undefined on a screen such as sign-in. */
export const usePage = (): Page | undefined =>
  useMatches()
    .map(({ handle, pathname, loaderData }) => resolve(handle, canonicalPath(pathname), loaderData))
    .findLast(isPage);

/** The same, narrowed to a layout. */
export function usePageWith<Layout extends Page['layout']>(
  layout: Layout,
): PageWith<Layout> | undefined {
  const page = usePage();
  return page?.layout === layout ? (page as PageWith<Layout>) : undefined;
}
