import type { Field } from './fields.ts';
import { InlineCode } from './InlineCode.tsx';
import { objectPath, objectTitle } from './objects.ts';

/** More values than this are folded. */
const valuesMax = 12;
/** Nested fields are folded beyond this. */
const openFieldsMax = 14;

const Values = ({ values }: Pick<Field, 'values'>) => {
  const list = values.map((value, at) => (
    <span key={value}>
      {at > 0 && ' '}
      <code>{value || '""'}</code>
    </span>
  ));
  if (values.length <= valuesMax) return <p>{list}</p>;
  return (
    <details>
      <summary>{values.length} values</summary>
      <p>{list}</p>
    </details>
  );
};

const Nested = ({ fields, like }: { fields: readonly Field[]; like: PrintedObjects }) =>
  fields.length > openFieldsMax ? (
    <details>
      <summary>{fields.length} fields</summary>
      <Fields fields={fields} like={like} />
    </details>
  ) : (
    <Fields fields={fields} like={like} />
  );

/** The objects printed so far, by the names of their fields. */
type PrintedObjects = Map<string, string>;
const repeatedMin = 6;
const keyOf = (fields: readonly Field[]) => fields.map(({ name }) => name).join();

function FieldRow({ field, like }: { field: Field; like: PrintedObjects }) {
  const { name, type, isRequired, limits, values, description, fields, object } = field;
  const known = fields.length >= repeatedMin ? like.get(keyOf(fields)) : undefined;
  if (!known && fields.length >= repeatedMin) like.set(keyOf(fields), name);
  return (
    <li>
      <b>{name}</b> <i>{type}</i>
      {isRequired && <em>required</em>}
      {limits.length > 0 && (
        <small>
          <InlineCode text={limits.join(', ')} />
        </small>
      )}
      {description && (
        <p>
          <InlineCode text={description} />
        </p>
      )}
      {values.length > 0 && <Values values={values} />}
      {object && (
        <p>
          Fields: <a href={objectPath(object)}>{objectTitle(object)}</a>
        </p>
      )}
      {known && (
        <p>
          The same fields as <code>{known}</code>.
        </p>
      )}
      {!known && fields.length > 0 && <Nested fields={fields} like={like} />}
    </li>
  );
}

const Fields = ({ fields, like }: { fields: readonly Field[]; like: PrintedObjects }) => (
  <ul className="fields">
    {fields.map((field) => (
      <FieldRow key={field.name} field={field} like={like} />
    ))}
  </ul>
);

/** Fields with their types, bounds and texts; those of nested objects are indented. */
export const FieldList = ({ fields }: { fields: readonly Field[] }) => (
  <Fields fields={fields} like={new Map()} />
);
