// The shapes of Stripe's requests and objects, read from the types of the pinned package: what the
// API takes and returns is never written down a second time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

export type Field = { shape: Shape; isOptional: boolean };
export type Shape =
  | { kind: 'text' | 'number' | 'flag' | 'null' | 'map' | 'any' }
  | { kind: 'constant'; value: unknown }
  | { kind: 'list'; of: Shape }
  | { kind: 'union'; of: Shape[] }
  | { kind: 'object'; fields: () => ReadonlyMap<string, Field> };

type Statement = ReturnType<typeof parseSync>['program']['body'][number];
type Declaration =
  | Statement
  | NonNullable<Extract<Statement, { declaration: unknown }>['declaration']>;
type Interface = Extract<Declaration, { type: 'TSInterfaceDeclaration' }>;
type Alias = Extract<Declaration, { type: 'TSTypeAliasDeclaration' }>;
type TypeNode = Alias['typeAnnotation'];
/** `at` is where its names are looked up; `inner` has the members of its namespace. */
type Declared = { at: Scope; node?: Interface | Alias; inner?: Scope };
type Scope = { find: (name: string) => Declared | undefined; outer?: Scope };

const root = path.resolve(import.meta.dirname, '../../../../node_modules/stripe/esm');
const files = new Map<string, Scope>();

/** Such as `loadShape('resources/Refunds', 'RefundCreateParams')`. */
export function loadShape(file: string, name: string): Shape {
  const found = lookUp(openFile(path.join(root, `${file}.d.ts`)), name.split('.'));
  if (!found) throw new Error(`The package stripe has no type ${name} in ${file}`);
  return readDeclared(found);
}

/** Only what is needed is parsed: a file has up to 12,000 lines. */
function openFile(file: string): Scope {
  const known = files.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const imports = new Map<string, string>();
  for (const [, names = '', from = ''] of text.matchAll(/^import \{(.+)\} from '(\..+)\.js';$/gm))
    for (const name of names.split(','))
      imports.set(name.trim(), path.resolve(path.dirname(file), `${from}.d.ts`));
  const declarations = text.split(/^(?=export |import )/m);
  const local = new Map<string, Declared | undefined>();
  const scope: Scope = {
    find: (name) => {
      const from = imports.get(name);
      if (from) return openFile(from).find(name);
      if (!local.has(name)) {
        const head = new RegExp(`^export (declare )?(interface|namespace|type) ${name}\\b`);
        const own = declarations.filter((one) => head.test(one)).join('');
        local.set(name, declare(parseSync('types.d.ts', own).program.body, scope).get(name));
      }
      return local.get(name);
    },
  };
  files.set(file, scope);
  return scope;
}

function declare(statements: readonly Statement[], at: Scope): ReadonlyMap<string, Declared> {
  const all = new Map<string, Declared>();
  const bodies = new Map<string, Statement[]>();
  for (const statement of statements) {
    const one =
      statement.type === 'ExportNamedDeclaration' && statement.declaration
        ? statement.declaration
        : statement;
    if (one.type === 'TSInterfaceDeclaration' || one.type === 'TSTypeAliasDeclaration')
      all.set(one.id.name, { ...all.get(one.id.name), at, node: one });
    if (one.type !== 'TSModuleDeclaration' || one.id.type !== 'Identifier') continue;
    // A namespace has several declarations.
    const body = [...(bodies.get(one.id.name) ?? []), ...((one.body?.body ?? []) as Statement[])];
    bodies.set(one.id.name, body);
    all.set(one.id.name, { ...all.get(one.id.name), at, inner: openNamespace(body, at) });
  }
  return all;
}

function openNamespace(body: readonly Statement[], outer: Scope): Scope {
  let members: ReadonlyMap<string, Declared> | undefined;
  const scope: Scope = {
    outer,
    find: (name) => {
      members ??= declare(body, scope);
      return members.get(name);
    },
  };
  return scope;
}

function lookUp(scope: Scope, [first = '', ...rest]: readonly string[]): Declared | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    let found = at.find(first);
    for (const name of rest) found = found?.inner?.find(name);
    if (found) return found;
  }
  return undefined;
}

const readDeclared = ({ node, at }: Declared): Shape => {
  if (node?.type === 'TSInterfaceDeclaration') return readInterface(node, at);
  return node ? readType(node.typeAnnotation, at) : { kind: 'any' };
};

function readInterface(node: Interface, scope: Scope): Shape {
  const { body } = node.body;
  if (body.some(({ type }) => type === 'TSIndexSignature')) return { kind: 'map' };
  let fields: Map<string, Field> | undefined;
  return { kind: 'object', fields: () => (fields ??= readFields(node, scope)) };
}

function readFields(node: Interface, scope: Scope): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const { expression } of node.extends ?? []) {
    const base = readNamed(readNames(expression), undefined, scope);
    if (base.kind === 'object') for (const [name, field] of base.fields()) fields.set(name, field);
  }
  for (const one of node.body.body) {
    if (one.type !== 'TSPropertySignature' || one.key.type !== 'Identifier') continue;
    const shape = one.typeAnnotation
      ? readType(one.typeAnnotation.typeAnnotation, scope)
      : ({ kind: 'any' } as const);
    fields.set(one.key.name, { shape, isOptional: one.optional });
  }
  return fields;
}

/** The names of `A.B.C`. */
function readNames(node: unknown): string[] {
  const { name, left, right } = node as { name?: string; left?: unknown; right?: unknown };
  return name ? [name] : [...readNames(left), ...readNames(right)];
}

const keywords: Readonly<Record<string, Shape>> = {
  TSStringKeyword: { kind: 'text' },
  TSNumberKeyword: { kind: 'number' },
  TSBooleanKeyword: { kind: 'flag' },
  TSNullKeyword: { kind: 'null' },
};

function readType(node: TypeNode, scope: Scope): Shape {
  const keyword = keywords[node.type];
  if (keyword) return keyword;
  switch (node.type) {
    case 'TSLiteralType':
      return { kind: 'constant', value: 'value' in node.literal ? node.literal.value : null };
    case 'TSArrayType':
      return { kind: 'list', of: readType(node.elementType, scope) };
    case 'TSUnionType':
      return readUnion(node.types, scope);
    case 'TSTypeReference':
      return readNamed(readNames(node.typeName), node.typeArguments?.params[0], scope);
    default:
      return { kind: 'any' };
  }
}

const readUnion = (nodes: readonly TypeNode[], scope: Scope): Shape => ({
  kind: 'union',
  of: nodes.filter((one) => !isOtherString(one)).map((one) => readType(one, scope)),
});

/** Of the SDK, for values of later versions: this version does not know them. */
const isOtherString = (node: TypeNode): boolean =>
  node.type === 'TSTypeReference' && readNames(node.typeName)[0] === 'OtherString';

function readNamed(names: readonly string[], argument: TypeNode | undefined, scope: Scope): Shape {
  const [first] = names;
  const inner = () => (argument ? readType(argument, scope) : ({ kind: 'any' } as const));
  if (first === 'Array') return { kind: 'list', of: inner() };
  if (first === 'Decimal') return { kind: 'text' };
  if (first === 'Emptyable')
    return { kind: 'union', of: [{ kind: 'constant', value: '' }, inner()] };
  if (first === 'ApiList') return listShape(inner);
  const found = lookUp(scope, names);
  return found ? readDeclared(found) : { kind: 'any' };
}

const listShape = (item: () => Shape): Shape => ({
  kind: 'object',
  fields: () =>
    new Map<string, Field>([
      ['object', { shape: { kind: 'constant', value: 'list' }, isOptional: false }],
      ['data', { shape: { kind: 'list', of: item() }, isOptional: false }],
      ['has_more', { shape: { kind: 'flag' }, isOptional: false }],
      ['url', { shape: { kind: 'text' }, isOptional: false }],
    ]),
});
