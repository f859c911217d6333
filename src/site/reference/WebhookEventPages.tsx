import { printJson } from '#lib/print-json.ts';
import { Code } from './Code.tsx';
import { FieldList } from './FieldList.tsx';
import { describeField, listFields } from './fields.ts';
import { InlineCode } from './InlineCode.tsx';
import { fieldOptions } from './objects.ts';
import { type WebhookEvent, webhookEvents } from './webhook-events.ts';

const guidePath = '/docs/guides/webhooks';

/** Every event with what happened. */
export const WebhookEventsPage = () => (
  <>
    <p>
      <a href={guidePath}>Webhooks</a> explains how to add an endpoint, how to verify the signature,
      and when an event is sent again.
    </p>
    <dl className="code-list">
      {webhookEvents.map(({ type, path, summary }) => (
        <div key={type} id={type}>
          <dt>
            <a href={path}>
              <code>{type}</code>
            </a>
          </dt>
          <dd>{summary}</dd>
        </div>
      ))}
    </dl>
  </>
);

const tryIt = (type: string) => `npx weftline webhooks trigger ${type} 4000`;

/** When an event is sent, and what its request has. */
export function WebhookEventPage({ event }: { event: WebhookEvent }) {
  const { type, description, data, envelope, headers, example } = event;
  return (
    <>
      <p>
        <InlineCode text={description} />
      </p>
      <Code name="The body" language="json" code={printJson(example)} />
      <h2>Fields of data</h2>
      <FieldList fields={listFields(data, fieldOptions)} />
      <h2>Fields of every event</h2>
      <FieldList fields={listFields(envelope, fieldOptions)} />
      <h2>Headers</h2>
      <FieldList
        fields={headers.map(({ name, description, schema, required = false }) =>
          describeField(
            name,
            { ...schema, ...(description && { description }) },
            required,
            fieldOptions,
          ),
        )}
      />
      <h2>Try it</h2>
      <p>
        This sends one signed event with example data to a program on your machine, here at port
        4000.
      </p>
      <Code name="Terminal" language="sh" code={tryIt(type)} />
      <p>
        Read on: <a href={`${guidePath}#verify-the-signature`}>verify the signature</a>
      </p>
    </>
  );
}
