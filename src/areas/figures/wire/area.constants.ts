import type { ApiArea } from '#lib/api-description.ts';

export const figuresArea: ApiArea = {
  slug: 'figures',
  title: 'Figures',
  sentence: 'MRR, cohorts, trials, the funnel, usage by area, and money that did not come.',
  groups: [],
};
