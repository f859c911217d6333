import { changelogPath } from '../metadata/feed-paths.ts';
import { apiErrors, apiReference } from '../routes/api-reference.ts';
import { contentRoutes } from '../routes/content-routes.ts';
import type { Route } from '../routes/route.ts';

const guidesFolder = '/docs/guides/';
const first = ['/docs', '/docs/quickstart'];

const docsRoutes = contentRoutes.filter(
  ({ path }) => path === '/docs' || path.startsWith('/docs/'),
);
const isGuide = ({ path }: Route) => path.startsWith(guidesFolder);
const isChangelog = ({ path }: Route) => path === changelogPath;
const isFirst = ({ path }: Route) => first.includes(path);

type DocsGroup = { title: string; pages: readonly Route[] };

/** The pages of the documentation, in the order of its menu. */
export const docsGroups: readonly DocsGroup[] = [
  { title: 'Start', pages: docsRoutes.filter(isFirst) },
  { title: 'Guides', pages: docsRoutes.filter(isGuide) },
  {
    title: 'Areas',
    pages: docsRoutes.filter((one) => !isFirst(one) && !isGuide(one) && !isChangelog(one)),
  },
  { title: 'Reference', pages: [apiReference, apiErrors, ...docsRoutes.filter(isChangelog)] },
];

export const docsPages: readonly Route[] = docsGroups.flatMap(({ pages }) => pages);
