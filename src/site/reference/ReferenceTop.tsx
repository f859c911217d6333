import type { ReactNode } from 'react';

export type Crumb = { path: string; label: string };

type ReferenceTopProps = { crumbs: readonly Crumb[]; title: string; children?: ReactNode };

/** The way to the page, and its heading. */
export const ReferenceTop = ({ crumbs, title, children }: ReferenceTopProps) => (
  <>
    <nav aria-label="Breadcrumbs">
      <ol className="breadcrumbs flex flex-wrap text-sm text-quiet">
        {crumbs.map(({ path, label }) => (
          <li key={path}>
            <a
              href={path}
              className="inline-flex min-h-8 items-center underline-offset-4 hover:text-text hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
    <h1 className="mt-3 text-3xl wrap-anywhere">{title}</h1>
    {children}
  </>
);
