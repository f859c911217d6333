import { contentRoutes } from '../routes/content-routes.ts';
import { CallRows } from './CallRows.tsx';
import { Code } from './Code.tsx';
import {
  createExampleBody,
  type ErrorEntry,
  errorEntries,
  errorPath,
  isCommonError,
} from './call-errors.ts';
import { FieldList } from './FieldList.tsx';
import { listFields } from './fields.ts';
import { InlineCode } from './InlineCode.tsx';
import { fieldOptions } from './objects.ts';
import { type Operation, referencePath } from './operations.ts';

const statusTitles: Readonly<Record<number, string>> = {
  400: 'The request is wrong, or its time is not now',
  401: 'The credential is missing or refused',
  403: 'The credential may not do this',
  404: 'Nothing is there',
  405: 'The address has no such method',
  409: 'It contradicts another request',
  413: 'Too large',
  415: 'Another form of body is needed',
  422: 'It can be read, but not processed',
  429: 'Too much at once',
  500: 'Our mistake',
  502: 'Another service refused',
  503: 'Not available at the moment',
};

/** Every code below its status. */
export const ErrorsPage = () => (
  <>
    <p>
      <a href="/docs/guides/error-handling">Handling errors</a> explains the body of an error, and
      which calls to repeat.
    </p>
    {[...Map.groupBy(errorEntries, ({ statuses }) => statuses[0] ?? 0)]
      .sort(([a], [b]) => a - b)
      .map(([status, entries]) => (
        <section key={status}>
          <h2 id={String(status)}>
            {status}: {statusTitles[status]}
          </h2>
          <dl className="code-list">
            {entries.map(({ code, messages }) => (
              <div key={code} id={code}>
                <dt>
                  <a href={errorPath(code)}>
                    <code>{code}</code>
                  </a>
                </dt>
                <dd>{messages[0]}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
  </>
);

/** The body as a client gets it. */
function exampleBody({ code, messages, text }: ErrorEntry): string {
  const general = { detail: messages[0] ?? '', code };
  return JSON.stringify({ ...(createExampleBody(code) ?? general), ...text.example }, null, 2);
}

const Items = ({ texts }: { texts: readonly string[] }) => (
  <ul className="error-reasons">
    {texts.map((text) => (
      <li key={text}>
        <InlineCode text={text} />
      </li>
    ))}
  </ul>
);

const labelOfGuide = (guide: string) =>
  contentRoutes.find(({ path }) => path === guide)?.label ?? guide;

/** More calls than this are counted by area. */
const listedMax = 24;

function Calls({ calls }: { calls: readonly Operation[] }) {
  if (calls.length <= listedMax) return <CallRows calls={calls} />;
  return (
    <ul className="call-names">
      {[...Map.groupBy(calls, ({ area }) => area)].map(([{ slug, title }, list]) => (
        <li key={slug}>
          <a href={`${referencePath}/${slug}`}>{title}</a>: {list.length}{' '}
          {list.length === 1 ? 'call' : 'calls'}
        </li>
      ))}
    </ul>
  );
}

/** What one code means, and what to do about it. */
export function ErrorPage({ entry }: { entry: ErrorEntry }) {
  const { code, messages, text, calls } = entry;
  const fields = listFields(entry.data, fieldOptions);
  return (
    <>
      <p>
        <InlineCode text={text.means} />
      </p>
      <Code name="The response" language="json" code={exampleBody(entry)} />
      <h2>Likely causes</h2>
      <Items texts={text.causes} />
      <h2>What to do</h2>
      <Items texts={text.solutions} />
      {text.guide && (
        <p>
          Read on: <a href={text.guide}>{labelOfGuide(text.guide)}</a>
        </p>
      )}
      {fields.length > 0 && (
        <>
          <h2>Its data</h2>
          <FieldList fields={fields} />
        </>
      )}
      {messages.length > 1 && (
        <>
          <h2>Messages</h2>
          <Items texts={messages} />
        </>
      )}
      <h2>Calls that return it</h2>
      {isCommonError(code) && <p>Any call may return it.</p>}
      {calls.length > 0 && isCommonError(code) && <p>It is most likely for these:</p>}
      {calls.length > 0 && <Calls calls={calls} />}
    </>
  );
}
