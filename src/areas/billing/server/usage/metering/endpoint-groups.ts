import type { Endpoint } from '#lib/endpoint.ts';

/** Parts of the API whose path differs from their name in plans and scopes. */
const groupByPathSegment: Record<string, string> = {
  data_customs: 'customs',
  data_proxy: 'proxy',
  services: 'speech',
  // The calls of OpenAI's clients.
  v1: 'speech',
  // Paths that do not exist.
  '*': 'other',
};

/** The part of the API that an endpoint belongs to, metered or not. */
export function readEndpointGroup({ path, metered }: Pick<Endpoint, 'path' | 'metered'>): string {
  const part = path.split('/')[2] as string;
  return metered?.group ?? groupByPathSegment[part] ?? part;
}
