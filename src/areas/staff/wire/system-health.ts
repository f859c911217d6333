import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { staffOnly } from '#lib/staff-permissions.ts';

export const SystemPart = z
  .object({
    name: z.string(),
    title: z.string(),
    state: z
      .enum(['ok', 'warning', 'down', 'off'])
      .describe('`off` is not configured, which may be intended.'),
    message: z.string().describe('One sentence: what is wrong and what to do, or what works.'),
  })
  .meta({ id: 'SystemPart' });
export type SystemPartWire = z.infer<typeof SystemPart>;

export const readSystemHealth = endpoint({
  method: 'GET',
  path: '/apix/admin/health/',
  summary: 'Check the parts of the system',
  description:
    'Checks the parts of the system now, such as mail and storage, and says in a sentence what is wrong. It repairs nothing.',
  permission: staffOnly('system.read'),
  // Checks of several parts run at once, and one of them is the database.
  work: 'none',
  responses: { 200: z.object({ checked_at: z.iso.datetime(), parts: z.array(SystemPart) }) },
});
