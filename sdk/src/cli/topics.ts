import type { Option } from './command.ts';

export const topicsOption: Readonly<Record<string, Option>> = {
  topics: {
    value: 'LIST',
    about: 'Separated by commas: billing, customs, payments, speech, tickets; all by default',
  },
};

export const allTopics = 'billing,customs,payments,speech,tickets';
