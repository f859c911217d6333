import { apiReference } from '../routes/api-reference.ts';
import { contentRoutes } from '../routes/content-routes.ts';

/** The pages of the documentation, in the order of its menu. */
export const docsPages = [
  ...contentRoutes.filter(({ path }) => path === '/docs' || path.startsWith('/docs/')),
  apiReference,
];
