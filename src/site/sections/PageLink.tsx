import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { findRoute } from '../route-table.ts';

const pathOf = (href: string) => href.split(/[?#]/)[0] ?? '';

/** Pages of ours open without a reload; everything the app answers itself is a plain link. */
export function PageLink({ href = '', ...rest }: ComponentProps<'a'>) {
  return findRoute(pathOf(href)) ? <Link to={href} {...rest} /> : <a href={href} {...rest} />;
}
