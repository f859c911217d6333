import { createVia, newStaff, type Writes } from './write.ts';

const path = '/apix/admin/incidents/';
const body = {
  title: 'Payments are delayed',
  state: 'investigating',
  components: [{ name: 'payments', impact: 'degraded' }],
  message: 'We look for the cause.',
};

export const statusWrites: Writes = {
  [`POST ${path}`]: async (t) => ({ who: await newStaff(t, 'support'), body }),
  [`POST ${path}:id/updates/`]: async (t) => {
    const who = await newStaff(t, 'support');
    const { id } = await createVia(t, who, path, body);
    const { title: _, ...update } = body;
    return { who, params: { id }, body: { ...update, state: 'identified' } };
  },
};
