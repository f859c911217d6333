import site from '#content/site.json' with { type: 'json' };
import { useIsHydrated } from '../navigation/use-is-hydrated.ts';

/** After hydration the current year: the page may have been built last year. */
export const Copyright = () => {
  const year = useIsHydrated() ? new Date().getUTCFullYear() : import.meta.env.BUILD_YEAR;
  return (
    <span>
      © {year} {site.name}
    </span>
  );
};
