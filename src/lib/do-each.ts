export type EachResult = { done: number; refused: Error[] };

/** One after another; what refuses the step keeps none of the others from it. Never rejects. */
export async function doEach<One>(
  list: readonly One[],
  step: (one: One) => Promise<unknown>,
): Promise<EachResult> {
  const refused: Error[] = [];
  for (const one of list)
    try {
      await step(one);
    } catch (error) {
      refused.push(error instanceof Error ? error : new Error(String(error)));
    }
  return { done: list.length - refused.length, refused };
}
