import { adviceFor, errorEntries } from './call-errors.ts';
import { InlineCode } from './InlineCode.tsx';

/** Every error code, what it says, and what to do. */
export const ErrorsPage = () => (
  <dl className="error-codes">
    {errorEntries.map(({ code, statuses, messages }) => (
      <div key={code} id={code}>
        <dt>
          <code>{code}</code> {statuses.join(', ')}
        </dt>
        {messages.map((message) => (
          <dd key={message}>{message}</dd>
        ))}
        {adviceFor(code) && (
          <dd>
            <InlineCode text={adviceFor(code) ?? ''} />
          </dd>
        )}
      </div>
    ))}
  </dl>
);
