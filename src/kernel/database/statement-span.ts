// A span for each statement of a request or job, by the semantic conventions for databases. Statements
// without a trace, such as those that look for work, get none.
import { type Span, type SpanEnd, startSpan } from '../observability/spans.ts';

const textLengthMax = 2000;
const firstTable = /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?\w+"?\.)?"?\w+"?)/i;

export function startStatementSpan(text: string): Span | undefined {
  return startSpan(() => {
    const operation = /^[\s(]*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
    const table = firstTable.exec(text)?.[1]?.replaceAll('"', '');
    const summary = table ? `${operation} ${table}` : operation;
    return {
      name: summary,
      kind: 'client',
      attributes: {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.summary': summary,
        // Values are parameters, which are not part of it.
        'db.query.text': text.slice(0, textLengthMax),
        ...(table && { 'db.collection.name': table }),
      },
    };
  });
}

/** Only the code: messages of PostgreSQL quote values. */
export function describeFailure(error: unknown): SpanEnd {
  if (!error) return {};
  const { code } = error as { code?: string };
  return {
    errorType: code ?? 'error',
    ...(code && { attributes: { 'db.response.status_code': code } }),
  };
}
