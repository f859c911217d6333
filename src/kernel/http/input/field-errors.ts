// Turns issues of zod into the API's errors by field, with the API's messages.
import { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];
type Group = { [key: string]: Node };
type Node = string[] | Group | Group[];

const required = 'This field is required.';
const notNull = 'This field may not be null.';

const formats: Record<string, string> = {
  email: 'Enter a valid email address.',
  url: 'Enter a valid URL.',
  uuid: 'Must be a valid UUID.',
  datetime: 'Enter a valid date/time.',
  date: 'Enter a valid date.',
};
const types: Record<string, string> = {
  string: 'Not a valid string.',
  number: 'A valid number is required.',
  int: 'A valid integer is required.',
  boolean: 'Must be a valid boolean.',
  array: 'Expected a list of items.',
  object: 'Expected an object.',
  record: 'Expected an object.',
};

/** The message of an issue whose schema declares none, and whose value is there. */
const fieldMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'Not a valid value.';
    case 'invalid_format':
      return formats[issue.format] ?? 'Enter a valid value.';
    case 'invalid_value':
      return `"${toText(issue.input)}" is not a valid choice.`;
    case 'invalid_union':
      return issue.discriminator === undefined
        ? 'Not a valid value.'
        : `"${toText(readInput(issue))}" is not a valid choice.`;
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'not_multiple_of':
      return `Ensure this value is a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Unknown field: ${issue.keys.join(', ')}.`;
    default:
      return 'Not a valid value.';
  }
};

/** String() would fail for an input such as `{ toString: 1 }`. */
const toText = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input) ?? '');

function tooSmall(issue: Issue & { code: 'too_small' }): string {
  if (issue.origin === 'string')
    return Number(issue.minimum) === 1
      ? 'This field may not be blank.'
      : `Ensure this field has at least ${issue.minimum} characters.`;
  if (issue.origin === 'array') return `Ensure this list has at least ${issue.minimum} items.`;
  const or = issue.inclusive ? 'greater than or equal to' : 'greater than';
  return `Ensure this value is ${or} ${issue.minimum}.`;
}

function tooBig(issue: Issue & { code: 'too_big' }): string {
  if (issue.origin === 'string')
    return `Ensure this field has no more than ${issue.maximum} characters.`;
  if (issue.origin === 'array') return `Ensure this list has no more than ${issue.maximum} items.`;
  const or = issue.inclusive ? 'less than or equal to' : 'less than';
  return `Ensure this value is ${or} ${issue.maximum}.`;
}

/** Of the field with the issue: an unknown variant is reported with the whole object. */
function readInput(issue: Issue | z.core.$ZodIssue): unknown {
  const { input } = issue;
  return issue.code === 'invalid_union' && issue.discriminator !== undefined
    ? (input as Record<string, unknown>)[issue.discriminator]
    : input;
}

const kindsOfAbsence: readonly string[] = ['invalid_type', 'invalid_union', 'invalid_value'];

/** Schemas with a message of their own would use it for an absent value too. */
function nameAbsence(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (!kindsOfAbsence.includes(issue.code)) return issue;
  const input = readInput(issue);
  if (input === undefined) return { ...issue, message: required };
  return input === null ? { ...issue, message: notNull } : issue;
}

type ParseResult<T> =
  | { success: true; data: T }
  | { success: false; issues: readonly z.core.$ZodIssue[] };

/** Validates a value; the issues have the API's messages. */
export function parseInput<T>(schema: z.ZodType<T>, value: unknown): ParseResult<T> {
  const read = schema.safeParse(value, reporting);
  if (read.success) return { success: true, data: read.data };
  const issues = [...read.error.issues, ...listSharedIssues(schema, value, read.error.issues)];
  return { success: false, issues: issues.map(nameAbsence) };
}

const reporting = { error: fieldMessage, reportInput: true };

/** Of an unknown variant: what is wrong in each of them, so that it need not be sent twice. */
function listSharedIssues(
  schema: z.ZodType,
  value: unknown,
  issues: readonly z.core.$ZodIssue[],
): z.core.$ZodIssue[] {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || issues[0]?.code !== 'invalid_union')
    return [];
  const identify = ({ path, message }: z.core.$ZodIssue) => JSON.stringify([path, message]);
  const [first = [], ...others] = schema.options.map((option) => {
    const read = (option as z.ZodType).safeParse(value, reporting);
    const { discriminator } = schema.def;
    return (read.error?.issues ?? []).filter(({ path }) => path[0] !== discriminator);
  });
  const shared = others.map((list) => new Set(list.map(identify)));
  return first.filter((issue) => shared.every((list) => list.has(identify(issue))));
}

const emptyGroup = (): Group => Object.create(null) as Group;
const isMessages = (node: Node): node is string[] =>
  Array.isArray(node) && typeof node[0] === 'string';

/**
 * Issues as `{field: [message]}`, lists of objects as `{items: [{}, {price: [..]}]}`, and issues
 * without a field under `non_field_errors`. Null-prototype objects, because a field may be called
 * `__proto__`.
 */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]): Record<string, unknown> {
  const root = emptyGroup();
  for (const issue of issues) {
    const path = issue.path.length > 0 ? issue.path.map(String) : ['non_field_errors'];
    place(root, path, issue.message);
  }
  return root;
}

function place(group: Group, path: string[], message: string): void {
  const [key = '', next, ...rest] = path;
  const known = group[key];
  if (next === undefined) {
    if (known === undefined) group[key] = [message];
    else if (isMessages(known) && !known.includes(message)) known.push(message);
    return;
  }
  if (known !== undefined && isMessages(known)) {
    if (rest.length === 0 && !known.includes(message)) known.push(message);
    return;
  }
  if (!/^\d+$/.test(next)) {
    const inner = (known ?? emptyGroup()) as Group;
    group[key] = inner;
    place(inner, [next, ...rest], message);
    return;
  }
  // A scalar in a list has no fields: its error is reported on the list.
  if (rest.length === 0 && known === undefined) {
    group[key] = [message];
    return;
  }
  const items = (Array.isArray(known) ? known : []) as Group[];
  group[key] = items;
  while (items.length <= Number(next)) items.push(emptyGroup());
  const item = items[Number(next)]!;
  if (rest.length === 0) place(item, ['non_field_errors'], message);
  else place(item, rest, message);
}
