// Reads form-encoded parameters with brackets, and refuses what the types of a call do not have.
import { badRequest } from './stripe-error.ts';
import type { Shape } from './stripe-types.ts';

export type Values = { [name: string]: Value };
export type Value = string | number | boolean | null | Value[] | Values;
type Raw = string | RawGroup;
type RawGroup = Map<string, Raw>;

/** Throws StripeFault. */
export function readParameters(form: string, shape: Shape): Values {
  const raw: RawGroup = new Map();
  for (const [key, value] of new URLSearchParams(form)) insert(raw, splitKey(key), value);
  return readGroup(raw, shape, '');
}

/** `a[b][0]` has three names; `a[]` takes the next number. */
function splitKey(key: string): string[] {
  const [first = '', ...rest] = key.split('[');
  return [first, ...rest.map((name) => name.replace(/\]$/, ''))];
}

function insert(group: RawGroup, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(group.size) : name;
  if (rest.length === 0) {
    group.set(key, value);
    return;
  }
  const inner = group.get(key);
  const next: RawGroup = inner instanceof Map ? inner : new Map();
  group.set(key, next);
  insert(next, rest, value);
}

const join = (at: string, name: string): string => (at === '' ? name : `${at}[${name}]`);

/** The values in the types of the API, by the names of its objects. */
function readGroup(raw: RawGroup, shape: Shape, at: string): Values {
  if (shape.kind !== 'object') throw badRequest(`Invalid object: ${at}`, { param: at });
  const fields = shape.fields();
  const values: Values = {};
  for (const [name, value] of raw) {
    const field = fields.get(name);
    if (!field) throw unknownParameter(join(at, name));
    values[name] = readValue(value, field.shape, join(at, name));
  }
  for (const [name, { isOptional }] of fields)
    if (!isOptional && !raw.has(name))
      throw badRequest(`Missing required param: ${join(at, name)}.`, {
        code: 'parameter_missing',
        param: join(at, name),
      });
  return values;
}

/** Parameters that were removed have a code of their own, by the changelog of the API. */
const removed: Readonly<Record<string, string>> = {
  payment_method_types: 'payment_method_types_no_longer_supported',
};

function unknownParameter(param: string) {
  const code = removed[param];
  return code
    ? badRequest(`The parameter ${param} is no longer supported.`, { code, param })
    : badRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

function readValue(raw: Raw, shape: Shape, at: string): Value {
  if (shape.kind === 'union') return readUnion(raw, shape.of, at);
  if (raw instanceof Map) return readNested(raw, shape, at);
  switch (shape.kind) {
    case 'number':
      return readInteger(raw, at);
    case 'flag':
      if (raw !== 'true' && raw !== 'false')
        throw badRequest(`Invalid boolean: ${raw}`, { param: at });
      return raw === 'true';
    case 'constant':
      if (raw !== String(shape.value)) throw badRequest(`Invalid ${at}: ${raw}`, { param: at });
      return shape.value as Value;
    case 'list':
      throw badRequest('Invalid array', { param: at });
    case 'object':
    case 'map':
      throw badRequest('Invalid object', { param: at });
    default:
      return readText(raw, at);
  }
}

function readText(raw: string, at: string): string {
  if (raw === '')
    throw badRequest(
      `You passed an empty string for '${at}'. We assume empty values are an attempt to unset a parameter; however '${at}' cannot be unset. You should remove '${at}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: at },
    );
  return raw;
}

function readInteger(raw: string, at: string): number {
  if (/^-?\d+$/.test(raw)) return Number(raw);
  throw badRequest(`Invalid integer: ${raw}`, { code: 'parameter_invalid_integer', param: at });
}

function readNested(raw: RawGroup, shape: Shape, at: string): Value {
  if (shape.kind === 'list')
    return [...raw].map(([index, value]) => {
      if (!/^\d+$/.test(index)) throw badRequest('Invalid array', { param: at });
      return readValue(value, shape.of, join(at, index));
    });
  if (shape.kind === 'map')
    return Object.fromEntries([...raw].map(([name, value]) => [name, readEntry(value, at, name)]));
  return readGroup(raw, shape, at);
}

/** Of metadata: 50 keys of 40 characters with values of 500. */
function readEntry(raw: Raw, at: string, name: string): string {
  const param = join(at, name);
  if (typeof raw !== 'string') throw badRequest('Invalid string', { param });
  if (name.length > 40)
    throw badRequest(`Metadata keys can have at most 40 characters: ${name}`, { param });
  if (raw.length > 500)
    throw badRequest(`Metadata values can have at most 500 characters: ${name}`, { param });
  return raw;
}

/** The one alternative that fits the form of the value; choices are named when none does. */
function readUnion(raw: Raw, shapes: readonly Shape[], at: string): Value {
  const flat = shapes.flatMap((one) => (one.kind === 'union' ? one.of : [one]));
  if (raw instanceof Map) {
    const nested = flat.find(({ kind }) => ['list', 'map', 'object'].includes(kind));
    if (nested) return readNested(raw, nested, at);
  }
  const constants = flat.flatMap((one) => (one.kind === 'constant' ? [one.value] : []));
  const found = constants.find((value) => String(value) === raw);
  if (found !== undefined) return found as Value;
  const plain = flat.find(({ kind }) => ['number', 'flag', 'text', 'any'].includes(kind));
  if (plain) return readValue(raw, plain, at);
  const names = constants.filter((value) => value !== '').join(', ');
  throw badRequest(`Invalid ${at}: must be one of ${names}`, { param: at });
}
