import clsx from 'clsx';
import site from '#content/site.json' with { type: 'json' };
import { PageLink } from '../navigation/PageLink.tsx';

/** Two vertical lines crossed by two horizontal ones: the same drawing as public/favicon.svg. */
const LogoMark = () => (
  <svg aria-hidden="true" viewBox="0 0 32 32" width="28" height="28" fill="none" strokeWidth="3">
    <path d="M11 2v6M11 14v16M21 2v16M21 24v6" stroke="currentColor" />
    <path d="M2 11h16M24 11h6" stroke="var(--accent)" />
    <path d="M2 21h6M14 21h16" stroke="var(--info)" />
  </svg>
);

/** Where the name is only for screen readers. */
const briefs = {
  /** On the narrowest screens. */
  narrow: { link: 'max-[22.5rem]:min-w-11', name: 'max-[22.5rem]:sr-only' },
  /** Beside the menus, where they leave no room for it. */
  crowded: { link: 'md:max-lg:min-w-9', name: 'md:max-lg:sr-only' },
};

type LogoProps = { brief?: keyof typeof briefs };

export const Logo = ({ brief }: LogoProps) => (
  <PageLink
    href="/"
    className={clsx(
      'inline-flex min-h-11 min-w-32 items-center gap-2.5 font-display text-lg font-semibold tracking-tight',
      brief && briefs[brief].link,
    )}
  >
    <LogoMark />
    <span className={brief && briefs[brief].name}>{site.name}</span>
  </PageLink>
);
