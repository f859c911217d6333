// Remembers values of responses for later calls, so that created objects are read, changed and
// deleted.
import type { Random } from './random.ts';

type SeenValue = { value: unknown; who: string };

const valuesMax = 60;
const idNames = ['id', 'uuid', 'name', 'slug', 'hs_code', 'token'];
/** Collections with another name in some paths: `pdf/vehicle/:id` is of `vehicle-calculation/`. */
const otherNames: Readonly<Record<string, string>> = {
  custom: 'custom-calculation',
  vehicle: 'vehicle-calculation',
};
/** Fields that refer to an object: its collection and the field of the object. */
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
  files: 'files id',
  resource: 'resources name',
  api_key: 'api-keys id',
};

export function createSeenObjects(random: Random) {
  const values = new Map<string, SeenValue[]>();

  function keep(name: string, found: SeenValue): void {
    const list = values.get(name) ?? [];
    values.set(name, list);
    if (list.length < valuesMax) list.push(found);
    else list[random.below(valuesMax)] = found;
  }

  /** `collection` is the path segment or field that contains the object. */
  function walk(value: unknown, collection: string, who: string): void {
    if (Array.isArray(value)) for (const one of value.slice(0, 20)) walk(one, collection, who);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'object') walk(inner, name === 'results' ? collection : name, who);
      else if (inner !== '') {
        keep(`${collection} ${name}`, { value: inner, who });
        keep(name, { value: inner, who });
        // The last segment of a share link is its token.
        if (name === 'share_url') keep('token', { value: String(inner).split('/').at(-1), who });
      }
    }
  }

  /** Prefers the caller's own objects, so that most calls find something. */
  function take(names: readonly string[], who: string): unknown {
    for (const name of names) {
      const all = values.get(name) ?? [];
      const own = all.filter((found) => found.who === who);
      if (own.length > 0 && random.happens(0.9)) return random.pick(own).value;
      if (all.length > 0) return random.pick(all).value;
    }
    return undefined;
  }

  return {
    /** `path` is that of the contract, `url` the one that was called. */
    add(path: string, url: string, who: string, answer: unknown): void {
      walk(answer, toCollection(path), who);
      for (const item of listItems(answer))
        for (const name of idNames)
          if (item[name] !== undefined)
            keep(`${withoutNames(path)}: ${name}`, { value: `${url}${item[name]}`, who });
    },
    forget(url: string): void {
      const id = url.split('/').at(-2);
      for (const [name, list] of values) {
        const others = list.filter(({ value }) => ![id, url.slice(0, -1)].includes(String(value)));
        values.set(name, others);
      }
    },
    /** The path with parameters of an object that was seen in its collection. */
    address(path: string, who: string): string | undefined {
      const [upToName = '', name = ''] = /^.*:(\w+)/.exec(path) ?? [];
      const field = name.split('_').at(-1);
      const found = take([`${withoutNames(upToName)} ${field}`], who);
      return found === undefined ? undefined : `${found}${path.slice(upToName.length)}`;
    },
    /** A value for a path parameter. */
    parameter(path: string, name: string, who: string): unknown {
      const before = toCollection(path.slice(0, path.indexOf(`:${name}/`)));
      const field = name.split('_').at(-1)!;
      const collection = otherNames[before] ?? before;
      return take([`${collection} ${field}`, `${collection} ${name}`, name, field], who);
    },
    /** A value for a field of a body. */
    field: (name: string, who: string): unknown => take([references[name] ?? name], who),
  };
}
export type SeenObjects = ReturnType<typeof createSeenObjects>;

const withoutNames = (path: string): string => path.replace(/:\w+/g, ':');

/** The last segment of a path that is not a parameter. */
const toCollection = (path: string): string =>
  path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith(':'))
    .at(-1) ?? '';

/** The objects of a list, or the single object. */
function listItems(answer: unknown): Record<string, unknown>[] {
  const { results = answer } = (answer ?? {}) as { results?: unknown };
  return [results].flat().filter((one) => typeof one === 'object' && one !== null) as Record<
    string,
    unknown
  >[];
}
