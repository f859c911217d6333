import type { Permission } from '#lib/endpoint.ts';
import type { SdkUse } from './request-parts.ts';

export type TryItParameter = {
  name: string;
  isRequired: boolean;
  example: string;
  /** The only values, if they are few. */
  values?: readonly string[];
};

/** What the form for trying a call needs; the example of the body is on the page. */
export type TryItCall = {
  method: string;
  apiPath: string;
  permission: Permission;
  parameters: readonly TryItParameter[];
  bodyKind: 'none' | 'json' | 'form' | 'raw';
  body?: string;
  /** The fields of a form that are files. */
  files: readonly string[];
  sdk: SdkUse;
};
