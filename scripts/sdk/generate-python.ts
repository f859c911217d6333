// Writes sdk/python/weftline/generated/: a method for each call, its types, and errors by code.
import { resolveSchema } from '#lib/openapi-refs.ts';
import type { OpenApiDocument, Parameter, Schema } from '#lib/openapi-types.ts';
import { pythonArgument, pythonName } from '#lib/python-names.ts';
import { listSdkCalls, type SdkCall, toResult } from '#lib/sdk-calls.ts';
import { type Meanings, printPythonErrors } from './print-python-errors.ts';
import {
  PythonTypes,
  printDocstring,
  printUnion,
  pythonHeader,
  upperFirst,
} from './print-python-types.ts';

type Argument = {
  name: string;
  type: string;
  isRequired: boolean;
  description?: string | undefined;
};

/** Of one signature: other values of an argument give another kind of response. */
type Choice = { name: string; type: string; isRequired: boolean; returns: string };

/** Path, query and words of a call: see sdk/python/weftline/_calls.py. */
function printRow(call: SdkCall): string {
  const path = call.pathParameters.reduce(
    (address, { name }) => address.replace(`{${name}}`, `{${pathArgument(name, call)}}`),
    call.path,
  );
  const query = call.query.length > 0 ? `{?${call.query.map(({ name }) => name).join()}}` : '';
  const words = [
    call.body?.kind,
    call.takesIdempotencyKey && 'key',
    call.item && 'list',
    toResult(call) === 'stream' && 'events',
  ];
  return [call.verb, path + query, ...words].filter(Boolean).join(' ');
}

/** A name that the body has too, such as the one of a resource and that of its new source. */
const pathArgument = (name: string, call: SdkCall): string =>
  listFields(call).some((field) => field === name) ? `path_${name}` : pythonArgument(name);

const listFields = ({ body }: SdkCall) =>
  [body?.schema ?? {}]
    .flatMap((schema) => [schema, ...(schema.anyOf ?? schema.oneOf ?? [])])
    .flatMap(({ properties = {} }) => Object.keys(properties));

function printCalls(calls: readonly SdkCall[], document: OpenApiDocument) {
  const types = new PythonTypes(document.components.schemas);
  types.alias('WebhookEvent', { anyOf: listEvents(document) });
  const groups = [...Map.groupBy(calls, ({ group }) => group)].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const classes = groups.map(([group, inGroup]) => {
    const methods = inGroup.map((call) => printMethod(call, types, document));
    return `class ${upperFirst(group)}(Group):\n${methods.join('\n')}`;
  });
  const all = groups.map(
    ([group]) =>
      `    @property\n    def ${pythonName(group)}(self) -> ${upperFirst(group)}:\n` +
      `        return ${upperFirst(group)}(t.cast(Connection, self))\n`,
  );
  const imports = [
    'from __future__ import annotations\n\nimport typing as t\n\n',
    'from .._body import Upload\nfrom .._calls import OMIT, Group\n',
    'from .._connection import Connection\n',
    'from .._event_stream import EventStream\nfrom .._list import List\n\n',
    'if t.TYPE_CHECKING:\n    from . import types\n',
  ].join('');
  return {
    calls: [pythonHeader + imports, ...classes, `class AllCalls:\n${all.join('\n')}`].join('\n\n'),
    types: `${pythonHeader}from __future__ import annotations\n\nimport typing as t\n\nfrom .._body import Upload\n\n${types.printModule()}`,
  };
}

const listEvents = ({ webhooks = {} }: OpenApiDocument): Schema[] =>
  Object.values(webhooks).map(({ post }) => post.requestBody.content['application/json'].schema);

function printMethod(call: SdkCall, types: PythonTypes, document: OpenApiDocument): string {
  const parameters = listArguments(call, types, document);
  const choices = listChoices(call, parameters);
  const signatures = choices.map((choice) => ({
    arguments: withoutStreams(parameters).map((one) =>
      one.name === choice.name ? { ...one, ...choice } : one,
    ),
    returns: choice.returns,
  }));
  const returns = printReturn(call, types);
  const rest = signatures.length > 0 ? [{ arguments: withoutChoices(parameters), returns }] : [];
  const overloads = [...signatures, ...rest].map(
    (one) => `    @t.overload\n${printSignature(call, one.arguments, one.returns)} ...\n\n`,
  );
  const own = signatures.length > 0 ? 't.Any' : returns;
  return [
    ...overloads,
    `${printSignature(call, parameters, own)}\n`,
    printDocstring(describe(call, parameters), '        '),
    `        return self._call("${printRow(call)}", locals())\n`,
  ].join('');
}

function printSignature(call: SdkCall, parameters: readonly Argument[], returns: string): string {
  const path = call.pathParameters.map(
    ({ name }) => `${pathArgument(name, call)}: t.Union[str, int]`,
  );
  const ordered = parameters.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const named = ordered.map(
    ({ name, type, isRequired }) => `${name}: ${type}${isRequired ? '' : ' = OMIT'}`,
  );
  const parts = [
    'self',
    ...path,
    ...(call.body?.kind === 'bytes' ? ['body: Upload'] : []),
    ...(path.length > 0 || call.body?.kind === 'bytes' ? ['/'] : []),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  return `    def ${pythonName(call.method)}(\n${parts.map((one) => `        ${one},\n`).join('')}    ) -> ${returns}:`;
}

/** The fields of the body, then those of the query. */
function listArguments(call: SdkCall, types: PythonTypes, document: OpenApiDocument): Argument[] {
  const { body, query, takesIdempotencyKey, operation } = call;
  const fields = body && body.kind !== 'bytes' ? bodyFields(call, types, document) : [];
  return [
    // In a form it is a text.
    ...fields.map((one) => (one.name === 'stream' ? { ...one, type: 'bool' } : one)),
    ...query.map((one) => ({
      name: pythonArgument(one.name),
      type: printQuery(one, types, operation.operationId),
      isRequired: Boolean(one.required),
      description: one.description,
    })),
    ...(takesIdempotencyKey
      ? [{ name: 'idempotency_key', type: 't.Optional[str]', isRequired: false }]
      : []),
    ...(toResult(call) === 'stream'
      ? [{ name: 'last_event_id', type: 't.Optional[str]', isRequired: false }]
      : []),
  ];
}

/** Where the body is one of several objects, all of their fields. */
function bodyFields(
  { body, operation }: SdkCall,
  types: PythonTypes,
  { components }: OpenApiDocument,
): Argument[] {
  const whole = resolveSchema(body?.schema ?? {}, components.schemas);
  const objects = (whole.anyOf ?? whole.oneOf ?? [whole]).map((one) =>
    resolveSchema(one, components.schemas),
  );
  const names = new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const found = objects.flatMap(({ properties }) => properties?.[name] ?? []);
    const schemas = found.filter((one) => !one.not);
    if (schemas.length === 0) return [];
    const prefix = upperFirst(operation.operationId) + upperFirst(name);
    return {
      name: pythonArgument(name),
      type: printUnion(schemas.map((one) => types.print(one, prefix))),
      isRequired: objects.every(({ required = [] }) => required.includes(name)),
      description: schemas[0]?.description,
    };
  });
}

/** Everything in an address is text: what stands for a number, a boolean or a list may be one. */
function printQuery({ schema, description = '' }: Parameter, types: PythonTypes, id: string) {
  const type = types.print(schema, `${upperFirst(id)}Query`);
  if (schema.enum?.every((one) => one === 'true' || one === 'false')) return 'bool';
  if (type !== 'str') return type.replace(/^t\.List\b/, 't.Sequence');
  if (/comma/i.test(description)) return 't.Union[str, t.Sequence[str]]';
  return schema.format ? 'str' : 't.Union[str, int]';
}

const isJson = (value: string) => value.includes('json');
const listValues = (type: string) => [...type.matchAll(/"([^"]+)"/g)].map(([, one = '']) => one);
const printValues = (values: readonly string[]) =>
  `t.Literal[${values.map((one) => `"${one}"`).join(', ')}]`;

/** Values of arguments for which the response is no JSON. */
function listChoices(call: SdkCall, parameters: readonly Argument[]): Choice[] {
  if (Object.keys(call.content).length < 2) return [];
  const find = (name: string) => parameters.find((one) => one.name === name);
  const formats = ['format', ...(call.json.length > 0 ? ['response_format'] : [])];
  const streams = call.content['text/event-stream']
    ? [
        { name: 'stream', type: 't.Literal[True]' },
        { name: 'stream_format', type: 't.Literal["sse"]' },
      ]
    : [];
  return [
    ...streams
      .filter(({ name }) => find(name))
      .map((one) => ({ ...one, isRequired: true, returns: 'EventStream[t.Any]' })),
    ...formats.flatMap((name) => {
      const values = listValues(find(name)?.type ?? '').filter((one) => !isJson(one));
      const type = printValues(values);
      return values.length > 0 ? [{ name, type, isRequired: true, returns: 'bytes' }] : [];
    }),
  ];
}

const withoutStreams = (parameters: readonly Argument[]): Argument[] =>
  parameters.map((one) => {
    if (one.name === 'stream') return { ...one, type: 't.Literal[False]' };
    return one.name === 'stream_format' ? { ...one, type: 't.Literal["audio"]' } : one;
  });

/** What is left of the values for the last signature. */
const withoutChoices = (parameters: readonly Argument[]): Argument[] =>
  withoutStreams(parameters).map((one) => {
    const values = /^(response_)?format$/.test(one.name) ? listValues(one.type).filter(isJson) : [];
    return values.length > 0 ? { ...one, type: printValues(values) } : one;
  });

function printReturn(call: SdkCall, types: PythonTypes): string {
  const name = upperFirst(call.operation.operationId);
  const json = printUnion(call.json.map((schema) => types.print(schema, `${name}Response`)));
  switch (toResult(call)) {
    case 'list':
      return `List[${types.print(call.item ?? {}, `${name}Row`)}, ${json}]`;
    case 'stream': {
      const { schema } = call.content['text/event-stream'] ?? {};
      return `EventStream[${types.print(schema ?? {}, `${name}Event`)}]`;
    }
    case 'nothing':
      return 'None';
    case 'file':
      return 'bytes';
    case 'value':
      return json;
  }
}

function describe({ operation }: SdkCall, parameters: readonly Argument[]): string {
  const described = parameters.filter(({ description }) => description);
  const lines = described.map(({ name, description }) => `    ${name}: ${description}`);
  const deprecated = operation.deprecated ? '\n\nDeprecated.' : '';
  const words = `${operation.summary}.\n\n${operation.description}${deprecated}`;
  return lines.length > 0 ? `${words}\n\nArgs:\n${lines.join('\n')}` : words;
}

/** The files by path. */
export function printPython(document: OpenApiDocument, meanings: Meanings): Record<string, string> {
  const calls = listSdkCalls(document);
  const printed = printCalls(calls, document);
  const folder = 'sdk/python/weftline/generated';
  return {
    [`${folder}/__init__.py`]: '',
    [`${folder}/calls.py`]: printed.calls,
    [`${folder}/types.py`]: printed.types,
    [`${folder}/error_codes.py`]: printPythonErrors(calls, document, meanings),
  };
}
