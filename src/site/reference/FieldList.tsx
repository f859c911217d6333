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

const Nested = ({ fields }: { fields: readonly Field[] }) =>
  fields.length > openFieldsMax ? (
    <details>
      <summary>{fields.length} fields</summary>
      <FieldList fields={fields} />
    </details>
  ) : (
    <FieldList fields={fields} />
  );

function FieldRow({ field }: { field: Field }) {
  const { name, type, isRequired, limits, values, description, fields, object } = field;
  return (
    <li>
      <b>{name}</b> <i>{type}</i>
      {isRequired && ' '}
      {isRequired && <em>required</em>}
      {limits.length > 0 && (
        <small>
          {' '}
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
      {fields.length > 0 && <Nested fields={fields} />}
    </li>
  );
}

/** Fields with their types, bounds and texts; those of nested objects are indented. */
export const FieldList = ({ fields }: { fields: readonly Field[] }) => (
  <ul className="fields">
    {fields.map((field) => (
      <FieldRow key={field.name} field={field} />
    ))}
  </ul>
);
