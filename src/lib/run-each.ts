export type RunEachResult = { done: number; errors: Error[] };

/** Runs a step for each item in turn, and continues after errors. Never rejects. */
export async function runEach<One>(
  list: readonly One[],
  step: (one: One) => Promise<unknown>,
): Promise<RunEachResult> {
  const refused: Error[] = [];
  for (const one of list)
    try {
      await step(one);
    } catch (error) {
      refused.push(error instanceof Error ? error : new Error(String(error)));
    }
  return { done: list.length - refused.length, errors: refused };
}
