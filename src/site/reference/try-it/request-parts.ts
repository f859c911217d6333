import type { SdkResult } from '#lib/sdk-calls.ts';

/** What a request consists of, before it is sent or printed as code. */
export type RequestParts = {
  method: string;
  /** With parameters as `{id}`. */
  apiPath: string;
  /** Of the path and of the query, by name; empty ones of the query are left out. */
  values: Readonly<Record<string, string>>;
  bodyKind: 'none' | 'json' | 'form' | 'raw';
  /** JSON; of a form its fields. */
  body?: string;
  /** Whether code shows a key; otherwise the access token of a session. */
  sendsKey: boolean;
  needsCredential: boolean;
  /** The fields of a form that are files. */
  files: readonly string[];
  sdk: SdkUse;
};

/** The call in the SDK, and what it returns unless another format is chosen. */
export type SdkUse = { name: string; result: SdkResult };

const inPath = (apiPath: string, name: string) => apiPath.includes(`{${name}}`);

/** The address without the origin. */
export function toAddress({ apiPath, values }: Pick<RequestParts, 'apiPath' | 'values'>): string {
  const path = apiPath.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? '').replaceAll("'", '%27'),
  );
  const query = Object.entries(values).filter(
    ([name, value]) => value !== '' && !inPath(apiPath, name),
  );
  return query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path;
}
