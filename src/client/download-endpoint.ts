import type { Bytes, Endpoint } from '#lib/endpoint.ts';

/** The endpoint in its download form: calling it returns the file as a Blob. */
export const downloadEndpoint = <E extends Endpoint & { download: Bytes }>(
  endpoint: E,
): Omit<E, 'responses'> & { responses: { 200: E['download'] } } => ({
  ...endpoint,
  responses: { 200: endpoint.download },
});
