// A class of Python for each error code of an OpenAPI document.
import { resolveSchema } from '#lib/openapi-refs.ts';
import type { OpenApiDocument, Schema } from '#lib/openapi-types.ts';
import type { SdkCall } from '#lib/sdk-calls.ts';
import { printDocstring, pythonHeader, upperFirst } from './print-python-types.ts';

/** Sentences by code. */
export type Meanings = Readonly<Record<string, { means: string }>>;

const kinds: Readonly<Record<string, string>> = {
  400: 'BadRequestError',
  401: 'AuthenticationError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  422: 'UnprocessableError',
  429: 'LimitError',
};

const toClassName = (code: string) =>
  `${code
    .split('_')
    .map(upperFirst)
    .join('')
    .replace(/Error$/, '')}Error`;

/** A class for each code, below that of its status. */
export function printPythonErrors(
  calls: readonly SdkCall[],
  { components }: OpenApiDocument,
  meanings: Meanings,
): string {
  const bases = new Map<string, string>();
  for (const { operation } of calls)
    for (const [status, { content }] of Object.entries(operation.responses))
      for (const code of listCodes(content?.['application/json']?.schema ?? {})) {
        const base = kinds[status] ?? (Number(status) >= 500 ? 'ServerError' : 'ApiError');
        bases.set(
          code,
          bases.get(code) === undefined || bases.get(code) === base ? base : 'ApiError',
        );
      }
  const known = [...bases].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const own = known.filter(([code]) => !Object.values(kinds).includes(toClassName(code)));
  const classes = own.map(
    ([code, base]) =>
      `class ${toClassName(code)}(${base}):\n${printDocstring(`\`\`${code}\`\`: ${meanings[code]?.means ?? ''}`.trim(), '    ')}`,
  );
  const names = own.map(([code]) => `    "${toClassName(code)}",\n`).join('');
  const table = known.map(([code]) => `    "${code}": ${toClassName(code)},\n`).join('');
  const imported = [...new Set([...bases.values(), ...Object.values(kinds)])].toSorted();
  return [
    `${pythonHeader}from __future__ import annotations\n\nimport typing as t\n`,
    `\nfrom .._errors import (\n    ApiError,\n${imported
      .filter((one) => one !== 'ApiError')
      .map((one) => `    ${one},\n`)
      .join('')})\n`,
    `\n__all__ = [\n${names}]\n`,
    ...classes.map((one) => `\n\n${one}`),
    `\n\nclasses_by_code: t.Dict[str, t.Type[ApiError]] = {\n${table}}\n`,
  ].join('');

  function listCodes(schema: Schema): string[] {
    const { properties, anyOf, oneOf } = resolveSchema(schema, components.schemas);
    const code = properties?.code?.const;
    return [
      ...(typeof code === 'string' ? [code] : []),
      ...(anyOf ?? oneOf ?? []).flatMap(listCodes),
    ];
  }
}
