import type { FastifyInstance } from 'fastify';
import { transportErrors } from '#lib/transport-errors.ts';
import type { Config } from '../config.ts';
import { type Call, listNames } from './nearest-calls.ts';
import { createErrorFormat } from './responses/error-format.ts';
import { methods } from './server.ts';

/**
 * Responds 405 with `Allow` to unsupported methods of known paths. Call it after the last mount.
 */
export function mountMethodNotAllowed(
  app: FastifyInstance,
  config: Pick<Config, 'SITE_URL'>,
  endpoints: readonly Call[],
): void {
  const format = createErrorFormat(config);
  for (const [url, list] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const allowed = list.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    const nearest = listNames(list);
    app.route({
      method: [...methods, 'OPTIONS' as const].filter((method) => !allowed.includes(method)),
      url,
      onRequest: async (request, reply) => {
        // Before the body is read, which does not matter here.
        const { status, code } = transportErrors.methodNotAllowed;
        const detail = `Method "${request.method}" not allowed.`;
        const response = format(request, { status, body: { detail, code, nearest }, headers: {} });
        await reply
          .code(status)
          .headers({ ...response.headers, allow: allowed.join(', ') })
          .send(response.body);
      },
      handler: () => undefined,
    });
  }
}
