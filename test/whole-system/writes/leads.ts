import { png } from '../../factories/tickets.ts';
import type { TestApp } from '../../harness.ts';
import { createInquiry } from '../../processes/customers.ts';
import {
  createForm,
  createVia,
  newCustomer,
  newStaff,
  uniqueName,
  type Write,
  type Writes,
} from './write.ts';

const path = '/apix/leads/leads/';
const inquiry = () => createInquiry(`${uniqueName()}@example.com`);

async function newLead(t: TestApp): Promise<Write & { params: { id: number } }> {
  const who = await newStaff(t);
  return { who, params: await createVia<{ id: number }>(t, who, path, inquiry()) };
}

export const leadWrites: Writes = {
  [`POST ${path}submit/`]: async (t) => ({ who: await newCustomer(t), body: inquiry }),
  'POST /apix/leads/files/': async () => ({
    who: null,
    raw: await createForm('file', png, 'screenshot.png'),
  }),
  [`POST ${path}`]: async (t) => ({ who: await newStaff(t), body: inquiry }),
  [`PUT ${path}:id/`]: async (t) => ({
    ...(await newLead(t)),
    body: { ...inquiry(), status: 'contacted' },
  }),
  [`PATCH ${path}:id/`]: async (t) => ({ ...(await newLead(t)), body: { status: 'contacted' } }),
  [`DELETE ${path}:id/`]: newLead,
  'POST /apix/admin/leads/:id/reply/': async (t) => ({
    ...(await newLead(t)),
    body: { subject: 'Your inquiry', body: 'We build looms that compute.' },
  }),
  'POST /apix/admin/leads/bulk/': async (t) => {
    const leads = [await newLead(t), await newLead(t)].map(({ params }) => params.id);
    return { who: await newStaff(t), body: { leads, status: 'contacted' } };
  },
  'POST /apix/admin/leads/merge/': async (t) => {
    const [into, other] = [await newLead(t), await newLead(t)];
    return { who: await newStaff(t), body: { into: into.params.id, leads: [other.params.id] } };
  },
};
