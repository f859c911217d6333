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

const tokens = /"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const isOpening = (token: string) => token === '{' || token === '[';
const isClosing = (token: string) => token === '}' || token === ']';

/**
 * Where the value at a place is in the text of valid JSON, or the innermost one around it that is
 * there.
 */
export function findInText(text: string, place: readonly string[]): { from: number; to: number } {
  const open: { isList: boolean; name: string; from: number }[] = [];
  const path = () => open.map(({ name }) => name);
  let best = { depth: 0, from: 0, to: text.length };
  function keep(from: number, to: number, names: readonly string[]) {
    const isAround = names.every((name, at) => name === place[at]);
    if (isAround && names.length > best.depth) best = { depth: names.length, from, to };
  }
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const inner = open.at(-1);
    if (isOpening(token)) open.push({ isList: token === '[', name: '0', from: index });
    else if (isClosing(token)) {
      const closed = open.pop();
      keep(closed?.from ?? 0, index + 1, path());
    } else if (token === ',' && inner?.isList) inner.name = String(Number(inner.name) + 1);
    else if (token === ',' || token === ':' || !inner) continue;
    else if (!inner.isList && /^\s*:/.test(text.slice(index + token.length)))
      inner.name = JSON.parse(token);
    else keep(index, index + token.length, path());
  }
  return { from: best.from, to: best.to };
}

/** The start of a draft for the next version. The author sets its dates. */
export const createNextVersion = (rules: Record<string, unknown>): Record<string, unknown> => ({
  ...rules,
  version: Number(rules.version) + 1,
});
