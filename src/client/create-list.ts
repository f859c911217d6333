import type { z } from 'zod';
import type { Bytes, Endpoint } from '#lib/endpoint.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { call } from './api.ts';
import type { CallOptions } from './call.ts';
import { downloadEndpoint } from './download-endpoint.ts';

type Query = Record<string, string>;
type ListEndpoint = Endpoint & {
  responses: { 200: z.ZodType<{ results: unknown[]; count: number; page_size: number }> };
};

/** A list of the API for `RecordList`: where its pages are cached, and how they are loaded. */
export const createList = <const E extends ListEndpoint>(
  key: readonly unknown[],
  endpoint: E,
  params?: Record<string, string>,
) => {
  const input = (query: Query) => ({ ...(params && { params }), query });
  const file = downloadEndpoint(endpoint as Endpoint & { download: Bytes });
  return {
    key: params ? [...key, params] : key,
    load: (query: Query, options: CallOptions) =>
      call(endpoint, input(query) as CallInput<E>, options),
    loadCsv: (query: Query, options: CallOptions) =>
      call(file, input({ ...query, format: 'csv' }) as CallInput<typeof file>, options),
  };
};
