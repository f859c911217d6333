import { refName } from '#lib/openapi-refs.ts';
import type { Content, Schema } from '#lib/openapi-types.ts';
import { listRules } from './access.ts';
import { errorPath, isCommonError, listErrors } from './call-errors.ts';
import { listParameters, toBody } from './call-examples.ts';
import { FieldList } from './FieldList.tsx';
import { describeField, describeType, listFields } from './fields.ts';
import { InlineCode } from './InlineCode.tsx';
import { fieldOptions, objectPath, objectTitle } from './objects.ts';
import { type Operation, operations } from './operations.ts';

const Rules = ({ operation }: { operation: Operation }) => (
  <dl className="call-rules">
    {listRules(operation).map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <InlineCode text={text} />
        </dd>
      </div>
    ))}
  </dl>
);

const parameterFields = (operation: Operation, place: 'path' | 'query') =>
  listParameters(operation)
    .filter((one) => one.in === place)
    .map(({ name, schema, description, required = false }) =>
      describeField(
        name,
        { ...schema, ...(description && { description }) },
        required,
        fieldOptions,
      ),
    );

const bodyTitles = {
  none: '',
  json: 'Body: JSON',
  form: 'Body: form (multipart/form-data)',
  raw: 'Body: the bytes of the file',
};

function Request({ operation }: { operation: Operation }) {
  const { kind, schema } = toBody(operation);
  const path = parameterFields(operation, 'path');
  const query = parameterFields(operation, 'query');
  return (
    <>
      {path.length > 0 && <h2>Path</h2>}
      {path.length > 0 && <FieldList fields={path} />}
      {query.length > 0 && <h2>Query</h2>}
      {query.length > 0 && <FieldList fields={query} />}
      {kind !== 'none' && <h2>{bodyTitles[kind]}</h2>}
      {(kind === 'json' || kind === 'form') && (
        <FieldList fields={listFields(schema, fieldOptions)} />
      )}
    </>
  );
}

/** The object with a page of its own that a response is. */
const findObject = (schema: Schema): string | undefined => {
  const name = schema.$ref && refName(schema.$ref);
  return name && fieldOptions.objects.has(name) ? name : undefined;
};

function Shape({ schema }: { schema: Schema }) {
  const object = findObject(schema);
  if (object)
    return (
      <p>
        <a href={objectPath(object)}>{objectTitle(object)}</a>, an object.
      </p>
    );
  const fields = listFields(schema, fieldOptions);
  if (fields.length === 0) return <p>{describeType(schema, fieldOptions.schemas)}</p>;
  return <FieldList fields={fields} />;
}

const Success = ({ content = {} }: { content?: Content | undefined }) => {
  const types = Object.entries(content);
  if (types.length === 0) return <p>No body.</p>;
  return types.map(([type, { schema }]) => (
    <div key={type}>
      {type !== 'application/json' && (
        <p>
          <code>{type}</code>
        </p>
      )}
      {schema && (type === 'application/json' || type === 'text/event-stream') && (
        <Shape schema={schema} />
      )}
    </div>
  ));
};

function Errors({ operation }: { operation: Operation }) {
  const readsInput = listParameters(operation).length > 0 || operation.requestBody !== undefined;
  const [common, own] = [true, false].map((isCommon) =>
    listErrors(operation).filter(({ code }) => isCommonError(code) === isCommon),
  );
  return (
    <ul className="call-errors">
      {readsInput && (
        <li>
          <b>400</b> Fields that are not valid, each with its messages.
        </li>
      )}
      {own?.map(({ status, code, message }) => (
        <li key={`${code} ${message}`}>
          <b>{status}</b> <a href={errorPath(code)}>{code}</a> {message}
        </li>
      ))}
      {common && common.length > 0 && (
        <li>
          As for most calls:{' '}
          {common.map(({ status, code }, at) => (
            <span key={code}>
              {at > 0 && ', '}
              <a href={errorPath(code)}>{code}</a> ({status})
            </span>
          ))}
          .
        </li>
      )}
    </ul>
  );
}

/** The calls before and after this one, in the order of the reference. */
function Neighbors({ operation }: { operation: Operation }) {
  const at = operations.indexOf(operation);
  const links = [
    ['Previous', operations[at - 1]],
    ['Next', operations[at + 1]],
  ] as const;
  return (
    <nav aria-label="Other calls" className="call-neighbors">
      {links.map(
        ([name, call]) =>
          call && (
            <a key={name} href={call.path}>
              <small>{name}</small> {call.title}
            </a>
          ),
      )}
    </nav>
  );
}

/** Everything about a call below its heading. */
export const CallDetails = ({ operation }: { operation: Operation }) => (
  <>
    <Rules operation={operation} />
    <Request operation={operation} />
    {Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => (
        <div key={status}>
          <h2>Response {status}</h2>
          <Success content={content} />
        </div>
      ))}
    <h2>Errors</h2>
    <Errors operation={operation} />
    <Neighbors operation={operation} />
  </>
);
