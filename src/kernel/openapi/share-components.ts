// Moves what several calls have in common to the components of the document.
import type { Json } from './json-schema.ts';

type Operation = Json & { parameters?: Json[]; responses: Record<string, Json> };

/** A part of the document, the names that it may get, and how to replace it. */
type Place = { value: Json; names: readonly string[]; replace: (ref: Json) => void };

export const toPascal = (text: string): string =>
  text.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Of equal parts those that occur most often get the first of their names. */
function sharePlaces(kind: string, places: readonly Place[]): Json {
  const shared = new Map<string, Json>();
  const groups = [...Map.groupBy(places, ({ value }) => JSON.stringify(value)).values()];
  for (const group of groups.sort((a, b) => b.length - a.length)) {
    const [first] = group;
    const name = first?.names.find((one) => !shared.has(one));
    if (!first || !name || group.length < 2) continue;
    shared.set(name, first.value);
    for (const { replace } of group) replace({ $ref: `#/components/${kind}/${name}` });
  }
  return Object.fromEntries([...shared].sort(([a], [b]) => a.localeCompare(b)));
}

const singular = (word: string) => word.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');

/** What the path of a call is about: `ApiKey` of `/apix/billing/api-keys/{id}/`. */
function nounOf(apiPath: string, parameter = ''): string {
  const parts = apiPath.split('/').filter(Boolean);
  const at = parts.indexOf(`{${parameter}}`);
  const word = at > 0 ? parts[at - 1] : parts.findLast((part) => !part.startsWith('{'));
  return toPascal(singular(word ?? ''));
}

const parameterPlaces = (apiPath: string, { parameters = [] }: Operation): Place[] =>
  parameters.map((value, at) => {
    const name = toPascal(String(value.name));
    const named = `${nounOf(apiPath, String(value.name))}${name}`;
    return {
      value,
      names: value.in === 'path' ? [named] : [name, named],
      replace: (ref) => {
        parameters[at] = ref;
      },
    };
  });

const phrases: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  503: 'Unavailable',
  default: 'OtherError',
};

const isError = (status: string) => !/^[23]/.test(status);

const responsePlaces = (apiPath: string, { responses }: Operation): Place[] =>
  Object.entries(responses)
    .filter(([status]) => isError(status))
    .map(([status, value]) => {
      const codes = Object.keys(examplesIn(value)).map(toPascal);
      const format = apiPath.startsWith('/apix/v1/') ? 'OpenAi' : '';
      const phrase = phrases[status] ?? `Status${status}`;
      return {
        value,
        names: [
          `${format}${phrase}`,
          `${format}${codes.length > 3 ? phrase : ''}${codes.slice(0, 3).join('Or')}`,
        ],
        replace: (ref) => {
          responses[status] = ref;
        },
      };
    });

type WithContent = { content?: Record<string, Json> };
const mediaTypesIn = (part: Json): Json[] => Object.values((part as WithContent).content ?? {});
const examplesIn = (part: Json): Record<string, Json> =>
  Object.assign({}, ...mediaTypesIn(part).map(({ examples }) => examples));

/** Errors by their code; what calls return by the name of its schema. */
function examplePlaces(part: Json): Place[] {
  return mediaTypesIn(part).flatMap((media) => {
    const {
      schema,
      example,
      examples = {},
    } = media as Json & {
      schema?: Json;
      examples?: Record<string, Json>;
    };
    const ofErrors = Object.entries(examples).map(
      ([code, value]): Place => ({
        value,
        names: namesOfError(code, value),
        replace: (ref) => {
          examples[code] = ref;
        },
      }),
    );
    const name = nameOfSchema(schema ?? {});
    if (example === undefined || !name) return ofErrors;
    const ofSuccess: Place = {
      value: { value: example },
      names: [name],
      replace: (ref) => {
        delete media.example;
        media.examples = { [name]: ref };
      },
    };
    return [...ofErrors, ofSuccess];
  });
}

/** Errors with the same code have different messages, or OpenAI's shape. */
function namesOfError(code: string, { value }: Json): string[] {
  const isOpenAi = 'error' in (value as Json);
  const name = `${isOpenAi ? 'OpenAi' : ''}${toPascal(code)}`;
  return [name, ...[2, 3, 4].map((number) => `${name}${number}`)];
}

function nameOfSchema(schema: Json): string | undefined {
  const { $ref, allOf } = schema as { $ref?: string; allOf?: { properties?: Json }[] };
  if ($ref) return $ref.slice($ref.lastIndexOf('/') + 1);
  const { results } = (allOf?.[1]?.properties ?? {}) as { results?: { items?: Json } };
  const item = results?.items && nameOfSchema(results.items);
  return item && `${item}Page`;
}

/** Changes the paths, and returns the components. */
export function shareComponents(paths: Readonly<Record<string, Json>>): Json {
  const all = Object.entries(paths).flatMap(([apiPath, byMethod]) =>
    Object.values(byMethod).map((operation) => [apiPath, operation as Operation] as const),
  );
  const responses = sharePlaces(
    'responses',
    all.flatMap(([apiPath, operation]) => responsePlaces(apiPath, operation)),
  );
  const parts = [
    ...(Object.values(responses) as Json[]),
    ...all.flatMap(([, operation]) => [
      ...Object.values(operation.responses),
      ...(operation.requestBody ? [operation.requestBody as Json] : []),
    ]),
  ];
  return {
    parameters: sharePlaces(
      'parameters',
      all.flatMap(([apiPath, operation]) => parameterPlaces(apiPath, operation)),
    ),
    responses,
    examples: sharePlaces('examples', parts.flatMap(examplePlaces)),
  };
}
