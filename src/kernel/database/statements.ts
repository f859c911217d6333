// Where the statements of a connection begin and end, for what measures them and what limits them.
import type pg from 'pg';

/** Called when a statement begins, with its text and not its values; what it returns at its end. */
export type StatementHook = (text: string) => EndOfStatement | undefined;
/** `error` is that of a statement that failed. */
export type EndOfStatement = (error?: unknown) => void;

type Query = (...args: unknown[]) => unknown;
type Done = (...results: unknown[]) => void;

/** Statements with a promise or a callback; a stream of rows has an end of its own. */
export function hookStatements(client: pg.ClientBase, hook: StatementHook): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    const end = hook(toText(args[0]));
    if (!end) return query(...args);
    const last = args.at(-1);
    if (typeof last === 'function')
      return query(...args.slice(0, -1), (...results: unknown[]) => {
        end(results[0]);
        (last as Done)(...results);
      });
    const result = query(...args);
    // A failed statement is the caller's to handle: this branch of the promise must not reject.
    if (result instanceof Promise) result.then(() => end(), end);
    else end();
    return result;
  }) as typeof client.query;
}

function toText(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}
