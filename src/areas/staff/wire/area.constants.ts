import type { ApiArea } from '#lib/api-description.ts';

export const staffArea: ApiArea = {
  slug: 'console',
  title: 'Console',
  sentence: 'Users, the audit log, features, jobs, mails and the health of the system.',
  groups: [],
};
