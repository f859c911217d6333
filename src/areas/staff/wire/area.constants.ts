import type { ApiArea } from '#lib/api-areas.ts';

export const staffArea: ApiArea = {
  slug: 'console',
  title: 'Console',
  sentence: 'Users, the audit log, features, jobs, mails and the health of the system.',
  groups: [],
};
