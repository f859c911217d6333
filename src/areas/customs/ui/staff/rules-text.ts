// Rules as JSON text for the editor.

export type ReadRules = { rules: Record<string, unknown> } | { problem: string };

export function readRules(text: string): ReadRules {
  try {
    const rules: unknown = JSON.parse(text);
    return typeof rules === 'object' && rules !== null && !Array.isArray(rules)
      ? { rules: rules as Record<string, unknown> }
      : { problem: 'A rule set is a JSON object: it begins with {.' };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
}

export const writeRules = (rules: object): string => JSON.stringify(rules, null, 2);

/** The start of a draft for the next version. The author sets its dates. */
export const nextVersionOf = (rules: Record<string, unknown>): Record<string, unknown> => ({
  ...rules,
  version: Number(rules.version) + 1,
});
