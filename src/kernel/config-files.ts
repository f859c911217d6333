// Settings in files, as containers mount secrets: with MAIL_URL_FILE, the content of that file is
// MAIL_URL. These are the keys of services, which their operators replace.
import { readFileSync } from 'node:fs';
import type { ConfigDeclaration, Environment } from './declare-config.ts';

export const listFileVariables = (declarations: readonly ConfigDeclaration[]): string[] =>
  declarations.flatMap(({ inFiles = [] }) => inFiles);

/**
 * The variables that are not empty, with the contents of the files, without spaces and line breaks
 * around them. An empty file is a problem: it may be one that is just being written, and must not
 * unset anything.
 */
export function readConfigFiles(
  env: Environment,
  declarations: readonly ConfigDeclaration[],
): {
  environment: Record<string, string>;
  problems: string[];
} {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) if (value) environment[name] = value;
  const problems: string[] = [];
  for (const name of listFileVariables(declarations)) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!file) continue;
    try {
      if (environment[name]) problems.push(`${variable}: must not be set together with ${name}`);
      environment[name] = readFileSync(file, 'utf8').trim();
      if (!environment[name]) problems.push(`${variable}: ${file} is empty`);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      problems.push(`${variable}: ${file} cannot be read (${code})`);
    }
  }
  return { environment, problems };
}
