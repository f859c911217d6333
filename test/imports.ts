// What every source file imports, by path from the root.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

export type Arrow = { from: string; to: string };
/** `isType`: exists only for the compiler. */
export type Import = Arrow & { isType: boolean };

const aliases = Object.entries(
  (JSON.parse(readFileSync('package.json', 'utf8')) as { imports: Record<string, string> }).imports,
).map(([alias, target]) => [alias.slice(0, -1), target.slice(2, -1)] as const);

function resolve(from: string, specifier: string): string {
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
  if (alias) return alias[1] + specifier.slice(alias[0].length);
  return specifier.startsWith('.') ? path.join(path.dirname(from), specifier) : specifier;
}

export const sourceFiles = (pattern = 'src/**/*.{ts,tsx}'): string[] => globSync(pattern).sort();

export function listImports(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const toImport = (specifier: string, isType = false): Import => ({
    from: file,
    to: resolve(file, specifier),
    isType,
  });
  return [
    ...module.staticImports.map(({ moduleRequest, entries }) =>
      toImport(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType)),
    ),
    ...module.staticExports
      .flatMap((one) => one.entries)
      .flatMap(({ moduleRequest, isType }) =>
        moduleRequest ? [toImport(moduleRequest.value, isType)] : [],
      ),
    ...module.dynamicImports.flatMap(({ moduleRequest }) => {
      const quoted = text.slice(moduleRequest.start, moduleRequest.end);
      return /^['"]/.test(quoted) ? [toImport(quoted.slice(1, -1))] : [];
    }),
  ];
}
