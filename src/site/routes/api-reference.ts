import type { Route } from './route.ts';

/** Served by the API, outside of the router of the site. */
export const apiReference: Route = {
  path: '/docs/api',
  label: 'API reference',
  description: 'Every call of the API with its fields, its errors and the permission it requires.',
};
