import type { ApiArea } from '#lib/api-description.ts';

export const proxyArea: ApiArea = {
  slug: 'proxy',
  title: 'Data proxy',
  sentence: 'Websites that you reach through proxies: their proxies, logins and statistics.',
  guide: '/docs/proxy',
  groups: ['Proxies', 'Lists of proxies', 'Logins for programs', 'Resources'],
};
