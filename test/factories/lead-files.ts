// Files of inquiries, uploaded over the API.
import type { TestApp } from '../harness.ts';
import { createForm } from '../whole-system/writes/write.ts';

export async function uploadLeadFile(
  t: TestApp,
  content: Buffer,
  { name = 'loom.pdf', ip = '192.0.2.1' }: { name?: string; ip?: string } = {},
) {
  const { content: payload, headers } = await createForm('file', content, name);
  const raw = await t.app.inject({
    method: 'POST',
    url: '/apix/leads/files/',
    remoteAddress: ip,
    headers,
    payload,
  });
  return { status: raw.statusCode, body: raw.json() as Record<string, unknown>, raw };
}
