// What answers told, for calls that come after: an object that was made can be read, changed,
// deleted.
import type { Random } from './random.ts';

type Found = { value: unknown; who: string };

const keptMax = 60;
const idNames = ['id', 'uuid', 'name', 'slug', 'hs_code', 'token'];
/** A path says `pdf/vehicle/:id` for what stands in `vehicle-calculation/`. */
const otherNames: Readonly<Record<string, string>> = {
  custom: 'custom-calculation',
  vehicle: 'vehicle-calculation',
};
/** Fields that name an object of a collection: the collection, and the object's field. */
const references: Readonly<Record<string, string>> = {
  into: 'leads id',
  leads: 'leads id',
  duplicate_of: 'leads id',
  user: 'users id',
  assigned_to: 'users id',
  from_history: 'history id',
  subscription: 'subscriptions id',
  related_payment: 'payments uuid',
  attachments: 'attachments id',
  resource: 'resources name',
  api_key: 'api-keys id',
};

export function createHarvest(random: Random) {
  const kept = new Map<string, Found[]>();

  function keep(name: string, found: Found): void {
    const list = kept.get(name) ?? [];
    kept.set(name, list);
    if (list.length < keptMax) list.push(found);
    else list[random.below(keptMax)] = found;
  }

  /** `collection` is the word of a path, or of a field, that the object stands under. */
  function walk(value: unknown, collection: string, who: string): void {
    if (Array.isArray(value)) for (const one of value.slice(0, 20)) walk(one, collection, who);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, name === 'results' ? collection : name, who);
      else if (inner !== '') {
        keep(`${collection} ${name}`, { value: inner, who });
        keep(name, { value: inner, who });
        // The last word of a link opens what is shared.
        if (name === 'share_url') keep('token', { value: String(inner).split('/').at(-1), who });
      }
    }
  }

  /** Rather of the caller's own, so that what is asked for is found. */
  function take(names: readonly string[], who: string): unknown {
    for (const name of names) {
      const all = kept.get(name) ?? [];
      const own = all.filter((found) => found.who === who);
      if (own.length > 0 && random.happens(0.9)) return random.pick(own).value;
      if (all.length > 0) return random.pick(all).value;
    }
    return undefined;
  }

  return {
    /** `path` is the contract's, `url` the one that was called. */
    add(path: string, url: string, who: string, answer: unknown): void {
      walk(answer, collectionOf(path), who);
      for (const item of itemsOf(answer))
        for (const name of idNames)
          if (item[name] !== undefined)
            keep(`${withoutNames(path)}: ${name}`, { value: `${url}${item[name]}`, who });
    },
    forget(url: string): void {
      const id = url.split('/').at(-2);
      for (const [name, list] of kept) {
        const others = list.filter(({ value }) => ![id, url.slice(0, -1)].includes(String(value)));
        kept.set(name, others);
      }
    },
    /** The address of something that was seen there, up to the last parameter of the path. */
    address(path: string, who: string): string | undefined {
      const [upToName = '', name = ''] = /^.*:(\w+)/.exec(path) ?? [];
      const field = name.split('_').at(-1);
      const found = take([`${withoutNames(upToName)} ${field}`], who);
      return found === undefined ? undefined : `${found}${path.slice(upToName.length)}`;
    },
    /** For the parameter of a path. */
    parameter(path: string, name: string, who: string): unknown {
      const before = collectionOf(path.slice(0, path.indexOf(`:${name}/`)));
      const field = name.split('_').at(-1)!;
      const collection = otherNames[before] ?? before;
      return take([`${collection} ${field}`, `${collection} ${name}`, name, field], who);
    },
    /** For the field of a body. */
    field: (name: string, who: string): unknown => take([references[name] ?? name], who),
  };
}
export type Harvest = ReturnType<typeof createHarvest>;

const withoutNames = (path: string): string => path.replace(/:\w+/g, ':');

/** The last word of a path that is none of its parameters. */
const collectionOf = (path: string): string =>
  path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith(':'))
    .at(-1) ?? '';

/** The objects of a list, or the one that was made. */
function itemsOf(answer: unknown): Record<string, unknown>[] {
  const { results = answer } = (answer ?? {}) as { results?: unknown };
  return [results].flat().filter((one) => typeof one === 'object' && one !== null) as Record<
    string,
    unknown
  >[];
}
