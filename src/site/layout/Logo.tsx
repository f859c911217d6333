import clsx from 'clsx';
import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };

/** Two vertical lines crossed by two horizontal ones: the same drawing as public/favicon.svg. */
const LogoMark = () => (
  <svg aria-hidden="true" viewBox="0 0 32 32" width="28" height="28" fill="none" strokeWidth="3">
    <path d="M11 2v6M11 14v16M21 2v16M21 24v6" stroke="currentColor" />
    <path d="M2 11h16M24 11h6" stroke="var(--accent)" />
    <path d="M2 21h6M14 21h16" stroke="var(--info)" />
  </svg>
);

type LogoProps = {
  /** Without the name on the narrowest screens. */
  isBrief?: boolean;
};

export const Logo = ({ isBrief }: LogoProps) => (
  <Link
    to="/"
    className={clsx(
      'inline-flex min-h-11 min-w-32 items-center gap-2.5 font-display text-lg font-semibold tracking-tight',
      isBrief && 'max-[22.5rem]:min-w-11',
    )}
  >
    <LogoMark />
    <span className={isBrief ? 'max-[22.5rem]:sr-only' : undefined}>{site.name}</span>
  </Link>
);
