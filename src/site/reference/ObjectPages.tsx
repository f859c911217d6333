import { CallRows } from './CallRows.tsx';
import { FieldList } from './FieldList.tsx';
import { listFields } from './fields.ts';
import {
  callsWith,
  fieldOptions,
  objectNames,
  objectPath,
  objectSchema,
  objectTitle,
} from './objects.ts';

/** The objects that have a page. */
export const ObjectsPage = () => (
  <ul className="call-names">
    {[...objectNames].map((name) => (
      <li key={name}>
        <a href={objectPath(name)}>{objectTitle(name)}</a>
      </li>
    ))}
  </ul>
);

/** The fields of an object, and the calls that return it. */
export function ObjectPage({ name }: { name: string }) {
  const calls = callsWith(name);
  return (
    <>
      <h2>Fields</h2>
      <FieldList fields={listFields(objectSchema(name), fieldOptions)} />
      {calls.length > 0 && (
        <>
          <h2>Calls that return it</h2>
          <CallRows calls={calls} />
        </>
      )}
    </>
  );
}
