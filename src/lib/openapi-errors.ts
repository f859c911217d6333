// How the description of a response names its errors: a line for each.
import type { Response } from './openapi-types.ts';

export type NamedError = { code: string; message: string };

export const describeError = ({ code, message }: NamedError): string => `\`${code}\`: ${message}`;

export const errorsIn = ({ description }: Pick<Response, 'description'>): NamedError[] =>
  [...description.matchAll(/^`(\w+)`: (.+)$/gm)].map(([, code = '', message = '']) => ({
    code,
    message,
  }));
