import type { FastifyInstance } from 'fastify';
import { markTestName } from '#lib/test-mode.ts';

const nameInHeader = /(filename="|filename\*=UTF-8'')(.+)/;

/** Files keep the format that they have in live mode, so their names say that they are tests. */
export function markFiles(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    const disposition = reply.getHeader('content-disposition');
    if (typeof disposition === 'string') {
      const marked = disposition.replace(
        nameInHeader,
        (_all, start: string, name: string) => start + markTestName(name),
      );
      reply.header('content-disposition', marked);
    }
    done(null, payload);
  });
}
