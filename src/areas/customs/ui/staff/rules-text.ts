// Rules as the text that people edit.

export type ReadRules = { rules: Record<string, unknown> } | { problem: string };

export function readRules(text: string): ReadRules {
  try {
    const rules: unknown = JSON.parse(text);
    return typeof rules === 'object' && rules !== null && !Array.isArray(rules)
      ? { rules: rules as Record<string, unknown> }
      : { problem: 'A rule set is a JSON object: it begins with {.' };
  } catch (error) {
    return { problem: `This is no JSON: ${(error as Error).message}` };
  }
}

export const writeRules = (rules: object): string => JSON.stringify(rules, null, 2);

/** What a draft of the next version begins with. Its dates are for the author to set. */
export const nextVersionOf = (rules: Record<string, unknown>): Record<string, unknown> => ({
  ...rules,
  version: Number(rules.version) + 1,
});
