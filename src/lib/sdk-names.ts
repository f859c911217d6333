// How the calls are named in the SDK: `client.keys.create`, `client.customs.calculateVehicle`.
import { staffAreas } from './api-areas.ts';

type NamedCall = { operationId: string; tags: readonly string[] };

export type SdkName = { group: string; method: string };

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const areaOf = ({ operationId, tags }: NamedCall): string => {
  const area = staffAreas.find(({ title }) => tags.includes(title));
  if (!area) throw new Error(`${operationId} has no tag of src/lib/api-areas.ts.`);
  return area.slug;
};

const pluralOf = (noun: string) =>
  /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : noun.replace(/([^aeiou])y$/, '$1ie').concat('s');

/** Nouns that can be both created and listed, such as `ApiKey`; longest first. */
function findCollections(calls: readonly NamedCall[]): string[] {
  const ids = new Set(calls.map(({ operationId }) => operationId));
  return [...ids]
    .flatMap((id) => /^create([A-Z]\w*)$/.exec(id)?.[1] ?? [])
    .filter((noun) => ids.has(`list${pluralOf(noun)}`))
    .toSorted((a, b) => b.length - a.length);
}

/**
 * A collection is a group of its own, whose methods are the ids without its noun: `createApiKey` is
 * `keys.create`. Every other call is in the group of its area, by its id. Where two calls would get
 * one name, the shortened one stays whole.
 */
export function nameCalls(calls: readonly NamedCall[]): Map<string, SdkName> {
  const collections = findCollections(calls);
  const shorten = (call: NamedCall): SdkName | undefined => {
    for (const noun of collections) {
      const pattern = new RegExp(`^([a-z]+)(?:${pluralOf(noun)}|${noun})((?:[A-Z]\\w*)?)$`);
      const [, verb, rest = ''] = pattern.exec(call.operationId) ?? [];
      if (verb)
        return { group: lowerFirst(pluralOf(noun).replace(/^Api/, '')), method: verb + rest };
    }
    return undefined;
  };
  const whole = (call: NamedCall) => ({ group: areaOf(call), method: call.operationId });
  const short = new Map(calls.map((call) => [call.operationId, shorten(call)]));
  const taken = new Set(
    calls.flatMap((call) => (short.get(call.operationId) ? [] : [keyOf(whole(call))])),
  );
  return new Map(
    calls.map((call) => {
      const name = short.get(call.operationId);
      const isFree = name && !taken.has(keyOf(name));
      return [
        call.operationId,
        isFree ? name : { ...whole(call), ...(name && { group: name.group }) },
      ];
    }),
  );
}

const keyOf = ({ group, method }: SdkName) => `${group}.${method}`;
