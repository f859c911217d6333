import { printJson } from '#lib/print-json.ts';
import { Code } from './Code.tsx';
import { exampleRequest, exampleResponse } from './call-examples.ts';
import type { Operation } from './operations.ts';
import { printCurl, printTypeScript } from './try-it/snippets.ts';

type CallExamplesProps = { operation: Operation; origin: string };

/** The request as code for a terminal and for TypeScript, and what comes back. */
export function CallExamples({ operation, origin }: CallExamplesProps) {
  const parts = exampleRequest(operation);
  const response = exampleResponse(operation);
  return (
    <>
      <Code name="curl" language="sh" code={printCurl(parts, origin)} />
      <Code name="TypeScript" language="ts" code={printTypeScript(parts, origin)} />
      {response && (
        <Code
          name={`Response ${response.status}`}
          language="json"
          code={printJson(response.body)}
        />
      )}
    </>
  );
}
