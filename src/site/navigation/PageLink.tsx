import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { isRoutedPath } from '../routes/route-table.ts';

const toPath = (href: string) => href.split(/[?#]/)[0] ?? '';

/** Our pages open without a reload; everything else, such as files and the API, is a plain link. */
export function PageLink({ href = '', ...rest }: ComponentProps<'a'>) {
  // All routes are known from the start; the attribute for discovering them would be in each link.
  const isOurs = isRoutedPath(toPath(href));
  return isOurs ? <Link to={href} discover="none" {...rest} /> : <a href={href} {...rest} />;
}
