// Objects with many fields that several calls return: each has a page, to which those calls link.

import type { Content, Schema } from '#lib/openapi-types.ts';
import { countFields, listFields, objectsIn } from './fields.ts';
import { openApiDocument } from './openapi-document.ts';
import { type Operation, operations, referencePath } from './operations.ts';

const { schemas } = openApiDocument.components;

/** Fewer fields are printed where the object is returned. */
const fieldsMin = 12;

const schemasIn = (content: Content = {}): Schema[] =>
  Object.values(content).flatMap(({ schema }) => schema ?? []);

const listSuccesses = ({ responses }: Operation): Schema[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => schemasIn(content));

/** The components that these refer to, and those that they refer to in turn. */
function reach(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names)
    if (!found.has(name)) reach(objectsIn(schemas[name] ?? {}), found.add(name));
  return found;
}

const used = reach(operations.flatMap(listSuccesses).flatMap(objectsIn));

/** A reference to the component. */
const refTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The component itself, whose own fields are printed even where it has a page. */
export const objectSchema = (name: string): Schema => schemas[name] ?? {};

/** The names of the components that have a page. */
export const objectNames: ReadonlySet<string> = new Set(
  [...used]
    .filter((name) => {
      const fields = listFields(refTo(name), { schemas, objects: new Set() });
      return countFields(fields) >= fieldsMin;
    })
    .sort(),
);

const toKebab = (name: string) =>
  name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

export const objectsPath = `${referencePath}/objects`;
export const objectPath = (name: string): string => `${objectsPath}/${toKebab(name)}`;

/** `CustomsCalculation` as "Customs calculation". */
export function objectTitle(name: string): string {
  const words = name
    .replace('OpenAi', 'Openai')
    .replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace('Openai', 'OpenAI');
}

/** The calls that return an object, directly or inside another that has no page. */
export const callsWith = (name: string): Operation[] =>
  operations.filter((one) => listSuccesses(one).flatMap(objectsIn).includes(name));

export const fieldOptions = { schemas, objects: objectNames };
