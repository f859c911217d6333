// The five artifacts of the case study in content/pages/company/platform.mdx, in their order.
export const artifacts = {
  drawing: {
    title: 'The drawing',
    line: 'One write on its way through the platform, and the four places where it can be lost.',
  },
  decision: {
    title: 'The decision record',
    line: 'What a repeated request is promised, why, and what the promise costs.',
  },
  test: {
    title: 'The failing test',
    line: 'The connection breaks after the commit. It found tickets and payments made twice.',
  },
  load: {
    title: 'The load report',
    line: 'Five promises about speed and memory as they were measured; two of them were missed.',
  },
  guide: {
    title: 'The operator’s guide',
    line: 'A restore, step by step, with the time that each phase took.',
  },
} as const;
export type ArtifactName = keyof typeof artifacts;

export const casePath = '/company/platform';
