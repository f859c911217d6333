import type { Bytes, Endpoint } from '#lib/endpoint.ts';

/** The same call, for who asks it for its file: the answer is then a Blob. */
export const downloadOf = <E extends Endpoint & { download: Bytes }>(
  of: E,
): Omit<E, 'responses'> & { responses: { 200: E['download'] } } => ({
  ...of,
  responses: { 200: of.download },
});
