import { expect, test } from 'vitest';
import * as contract from './index.ts';

const { submitLead, createLead, putLead, patchLead, replyToLead, changeLeads, mergeLeads } =
  contract;
const lead = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  message: 'We need a loom that computes.',
  site_url: 'https://weftline.example.com/',
  isCompany: true,
  company: 'Engines',
  company_site: '',
  contact_type: 'email',
  contact_value: '',
  subject: '',
  extra: {},
  status: 'new',
  admin_notes: '',
  assigned_to: 1,
  is_spam: false,
  duplicate_of: 2,
};
const bodies = [
  [submitLead, lead],
  [createLead, lead],
  [putLead, lead],
  [patchLead, lead],
  [replyToLead, { subject: 'Looms', body: 'Good day to you' }],
  [changeLeads, { leads: [1], status: 'contacted', assigned_to: 1, is_spam: true }],
  [mergeLeads, { into: 1, leads: [2] }],
] as const;
const values: unknown[] = [5, true, 'text', null, [], [5], {}, { toString: 5 }];

test.each(bodies)(
  '$method $path validates every type in every field without throwing',
  ({ body }, whole) => {
    expect(body.safeParse(whole).success).toBe(true);
    for (const value of values) expect(() => body.safeParse(value)).not.toThrow();
    for (const name of Object.keys(whole))
      for (const value of values)
        expect(() => body.safeParse({ ...whole, [name]: value })).not.toThrow();
  },
);
