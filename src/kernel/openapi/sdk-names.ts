// How the SDK calls the calls: `keys.create`, `customs.calculateVehicle`.

type NamedCall = { operationId: string; area: string };
type SdkName = { group: string; method: string };

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const toPlural = (noun: string) =>
  /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : noun.replace(/([^aeiou])y$/, '$1ie').concat('s');

/** Nouns that can be both created and listed, such as `ApiKey`; longest first. */
function findCollections(calls: readonly NamedCall[]): string[] {
  const ids = new Set(calls.map(({ operationId }) => operationId));
  return [...ids]
    .flatMap((id) => /^create([A-Z]\w*)$/.exec(id)?.[1] ?? [])
    .filter((noun) => ids.has(`list${toPlural(noun)}`))
    .sort((a, b) => b.length - a.length);
}

/** In the group of its collection, without its noun: `createApiKey` is `keys.create`. */
function shortName({ operationId }: NamedCall, collections: readonly string[]) {
  for (const noun of collections) {
    const plural = toPlural(noun);
    const pattern = new RegExp(`^([a-z]+)(?:${plural}|${noun})((?:[A-Z]\\w*)?)$`);
    const [, verb, rest = ''] = pattern.exec(operationId) ?? [];
    if (verb) return { group: lowerFirst(plural.replace(/^Api/, '')), method: verb + rest };
  }
  return undefined;
}

const print = ({ group, method }: SdkName) => `${group}.${method}`;

/**
 * The names of all calls by operation id. A collection is a group of its own; every other call is
 * in the group of its area, by its id. Where a shortened name is that of another call, the id stays
 * whole.
 */
export function nameForSdk(calls: readonly NamedCall[]): Map<string, string> {
  const collections = findCollections(calls);
  const named = calls.map((call) => ({
    ...call,
    whole: { group: call.area, method: call.operationId },
    short: shortName(call, collections),
  }));
  const usedNames = new Set(named.filter(({ short }) => !short).map(({ whole }) => print(whole)));
  return new Map(
    named.map(({ operationId, whole, short }) => {
      if (!short) return [operationId, print(whole)];
      const isUsed = usedNames.has(print(short));
      return [operationId, print(isUsed ? { ...short, method: operationId } : short)];
    }),
  );
}
