// The code in pages of the documentation, as a reader would run it.
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { readBody } from '#site/pages/content-pages.ts';
import { hasOptional, isProgram } from './optional-programs.ts';

export type Snippet = {
  language: string;
  /** `setup` is not run, `stream` ends only when it is stopped. */
  mark: string;
  code: string;
};

const runnable = ['sh', 'ts', 'js', 'python'];

export const readSnippets = (file: string): Snippet[] =>
  [...readBody(file).matchAll(/^```(\w+)(?: (\w+))?\n(.*?)^```$/gms)]
    .map(([, language = '', mark = '', code = '']) => ({ language, mark, code }))
    .filter(({ language, mark }) => runnable.includes(language) && mark !== 'setup');

/** What snippets need; without it they are skipped. */
export const hasTools = hasOptional(
  () =>
    ['bash', 'curl', 'jq'].every((program) => isProgram(program, ['--version'])) &&
    spawnSync('python3', ['-c', 'import requests']).status === 0,
);

const curlFile = 'bin/curl';

/** A folder to run in, whose curl fails for responses that are errors. */
export function prepareFolder(folder: string, files: Readonly<Record<string, Buffer>>): void {
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  const curl = execFileSync('bash', ['-c', 'command -v curl'], { encoding: 'utf8' }).trim();
  const script = `#!/bin/sh\nexec ${curl} --fail-with-body -sS "$@"\n`;
  writeFileSync(path.join(folder, curlFile), script, { mode: 0o755 });
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
}

const toCommand = ({ language, code }: Snippet, folder: string): [string, string[]] => {
  if (language === 'sh') return ['bash', ['-eo', 'pipefail', '-c', code]];
  if (language === 'python') return ['python3', ['-c', code]];
  const file = path.join(folder, 'snippet.mts');
  writeFileSync(file, code);
  return [process.execPath, [file]];
};

/** Throws with what was printed when the snippet fails. Returns what it prints. */
export async function runSnippet(
  snippet: Snippet,
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<string> {
  const [command, args] = toCommand(snippet, folder);
  const search = `${path.join(folder, 'bin')}:${process.env.PATH}`;
  const options = { cwd: folder, env: { ...process.env, ...variables, PATH: search } };
  if (snippet.mark === 'stream') return firstWords(command, args, options);
  const { stdout } = await promisify(execFile)(command, args, options);
  return stdout;
}

async function firstWords(
  command: string,
  args: string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, args, { ...options, detached: true });
  const ended = once(child, 'close');
  const chunk = await Promise.race([once(child.stdout, 'data'), ended]);
  if (child.exitCode === null && child.pid) process.kill(-child.pid);
  await ended;
  return String(chunk[0]);
}
