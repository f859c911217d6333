import site from '#content/site.json' with { type: 'json' };
import { useIsHydrated } from './use-is-hydrated.ts';

/** The page may have been printed last year. */
export const Copyright = () => {
  const year = useIsHydrated() ? new Date().getUTCFullYear() : import.meta.env.BUILD_YEAR;
  return (
    <span>
      © {year} {site.name}
    </span>
  );
};
