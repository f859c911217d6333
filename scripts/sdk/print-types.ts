// Schemas of an OpenAPI document as TypeScript, with the document's words as comments.
import { refName, resolveSchema } from '#lib/openapi-refs.ts';
import type { Schema, Schemas } from '#lib/openapi-types.ts';

export type TypePrinter = {
  print(schema: Schema): string;
  /** Names of components that were printed, and of those that they need. */
  listUsed(): string[];
};

const isName = (text: string) => /^[A-Za-z_$][\w$]*$/.test(text);
const quote = (text: string) => (isName(text) ? text : JSON.stringify(text));

export function printComment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\u200b/').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** `file` is what a field of bytes takes; a response has no such field. */
export function createTypePrinter(schemas: Schemas): TypePrinter {
  const used = new Set<string>();

  function print(schema: Schema): string {
    if (schema.$ref) {
      used.add(refName(schema.$ref));
      return refName(schema.$ref);
    }
    if (schema.allOf) return printAll(schema);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return joinTypes(choices.map(print));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return joinTypes(schema.enum.map((one) => JSON.stringify(one)));
    if (schema.not) return 'never';
    const types = [schema.type ?? (schema.properties ? 'object' : 'unknown')].flat();
    return joinTypes(types.map((type) => printSimple(type, schema)));
  }

  function printSimple(type: string, schema: Schema): string {
    if (type === 'string') return schema.format === 'binary' ? 'Upload' : 'string';
    if (type === 'integer') return 'number';
    if (type === 'array') return `Array<${print(schema.items ?? {})}>`;
    return type === 'object' ? printObject(schema) : type;
  }

  function printObject({ properties, required = [], ...schema }: Schema): string {
    const { additionalProperties, propertyNames } = schema;
    if (!properties) {
      const value =
        typeof additionalProperties === 'object' ? print(additionalProperties) : 'unknown';
      const name = propertyNames ? print(propertyNames) : 'string';
      return name === 'string' ? `Record<string, ${value}>` : `Partial<Record<${name}, ${value}>>`;
    }
    const fields = Object.entries(properties).map(([name, field]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${printComment(field.description)}${quote(name)}${mark}: ${print(field)};\n`;
    });
    return fields.length > 0 ? `{\n${fields.join('')}}` : 'Record<string, never>';
  }

  /** What only says that fields of another part are required, makes them so. */
  function printAll({ allOf = [], ...rest }: Schema): string {
    const isOwn = ['type', 'properties', 'required'].some((key) => key in rest);
    const parts = isOwn ? [...allOf, rest] : allOf;
    const known = Object.keys(resolveSchema({ allOf: parts }, schemas).properties ?? {});
    return parts
      .flatMap((part) => {
        const own = part.properties ?? {};
        const missing = part.$ref ? [] : (part.required ?? []).filter((name) => !(name in own));
        const others = parts.filter((one) => one !== part).map(print);
        const names = missing.filter((name) => known.includes(name)).map((one) => `'${one}'`);
        return [
          ...(part.$ref || part.properties ? [print(part)] : []),
          ...(names.length > 0
            ? [`Required<Pick<${others.join(' & ')}, ${names.join(' | ')}>>`]
            : []),
        ];
      })
      .join(' & ');
  }

  return {
    print,
    listUsed() {
      // Printing a component adds those that it refers to, while they are being visited.
      for (const name of used) print(schemas[name] ?? {});
      return [...used].toSorted();
    },
  };
}

const joinTypes = (types: readonly string[]) => [...new Set(types)].join(' | ');
