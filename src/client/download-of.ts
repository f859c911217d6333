import type { Bytes, Endpoint } from '#lib/endpoint.ts';

/** The same call, for who asks it for its file: the answer is then a Blob. */
export const downloadOf = <E extends Endpoint & { download: Bytes }>(
  of: E,
): Omit<E, 'reply'> & { reply: { 200: E['download'] } } => ({ ...of, reply: { 200: of.download } });
