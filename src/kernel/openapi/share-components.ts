// Moves what several calls have in common to the components of the document.
import { errorsIn } from '#lib/openapi-errors.ts';
import type { Response } from '#lib/openapi-types.ts';
import { isOpenAiPath } from '../http/responses/error-format.ts';
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

/** What the path of a call is about: `OpenThing` of `/apix/area/open-things/{id}/`. */
function readNoun(apiPath: string, parameter = ''): string {
  const parts = apiPath.split('/').filter(Boolean);
  const at = parts.indexOf(`{${parameter}}`);
  const word = at > 0 ? parts[at - 1] : parts.findLast((part) => !part.startsWith('{'));
  return toPascal(singular(word ?? ''));
}

const parameterPlaces = (apiPath: string, { parameters = [] }: Operation): Place[] =>
  parameters.map((value, at) => {
    const name = toPascal(String(value.name));
    const named = `${readNoun(apiPath, String(value.name))}${name}`;
    return {
      value,
      names: value.in === 'path' ? [named] : [name, named],
      replace: (ref) => {
        parameters[at] = ref;
      },
    };
  });

const phrases: Readonly<Record<string, string>> = {
  304: 'NotModified',
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

/** By what a response says: `NotFound`, and `NotFoundInvalidPage` where another has that name. */
function listNames(response: Response, phrase: string): string[] {
  const errors = errorsIn(response);
  const codes = [
    ...(response.description.startsWith('`') ? [] : ['InvalidInput']),
    ...errors.map(({ code }) => toPascal(code)),
  ];
  const ofCodes = codes.slice(0, 3).join('Or');
  const [only] = errors.length === 1 ? errors : [];
  const ofMessage = only ? [`${ofCodes}${toPascal(only.message.replace(/\W+$/, ''))}`] : [];
  return [phrase, codes.length > 3 ? `${phrase}${ofCodes}` : ofCodes, ...ofMessage];
}

const isSuccess = (status: string) => status.startsWith('2');

const responsePlaces = (apiPath: string, { responses }: Operation): Place[] =>
  Object.entries(responses)
    .filter(([status]) => !isSuccess(status))
    .map(([status, value]) => {
      const format = isOpenAiPath(apiPath) ? 'OpenAi' : '';
      const names = listNames(value as unknown as Response, phrases[status] ?? `Status${status}`);
      return {
        value,
        names: names.map((name) => `${format}${name}`),
        replace: (ref) => {
          responses[status] = ref;
        },
      };
    });

/** Changes the paths, and returns the components. */
export function shareComponents(paths: Readonly<Record<string, Json>>): Json {
  const all = Object.entries(paths).flatMap(([apiPath, byMethod]) =>
    Object.values(byMethod).map((operation) => [apiPath, operation as Operation] as const),
  );
  return {
    parameters: sharePlaces(
      'parameters',
      all.flatMap(([apiPath, operation]) => parameterPlaces(apiPath, operation)),
    ),
    responses: sharePlaces(
      'responses',
      all.flatMap(([apiPath, operation]) => responsePlaces(apiPath, operation)),
    ),
  };
}
