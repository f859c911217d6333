import { Code } from './Code.tsx';
import { exampleRequest } from './call-examples.ts';
import { fieldOptions } from './objects.ts';
import type { Operation } from './operations.ts';
import { printCurl, printTypeScript } from './try-it/snippets.ts';

type CallExamplesProps = { operation: Operation; origin: string };

/** The request as code for a terminal and for TypeScript. */
export function CallExamples({ operation, origin }: CallExamplesProps) {
  const parts = exampleRequest(operation, fieldOptions.schemas);
  return (
    <>
      <Code name="curl" language="sh" code={printCurl(parts, origin)} />
      <Code name="TypeScript" language="ts" code={printTypeScript(parts, origin)} />
    </>
  );
}
