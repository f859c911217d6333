import type { RegisteredAppWire } from '../../wire/staff-apps.ts';

/** The hosts, or schemes of installed apps, that may get codes; each once. */
export const redirectHosts = ({ redirect_uris }: Pick<RegisteredAppWire, 'redirect_uris'>) =>
  [...new Set(redirect_uris.map((uri) => URL.parse(uri)?.host || uri.replace(/:.*$/, '')))].join(
    ', ',
  );
