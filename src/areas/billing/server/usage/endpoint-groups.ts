import type { Endpoint } from '#lib/endpoint.ts';

/** Parts of the API whose address is called otherwise than plans and keys call them. */
const groupsByPath: Record<string, string> = {
  data_customs: 'customs',
  data_proxy: 'proxy',
  services: 'speech',
};

/** The part of the API that an endpoint belongs to, metered or not: one word for each. */
export function endpointGroupOf({ path, metered }: Pick<Endpoint, 'path' | 'metered'>): string {
  const part = path.split('/')[2] as string;
  return metered?.group ?? groupsByPath[part] ?? part;
}
