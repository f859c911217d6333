import type { ParseArgsConfig } from 'node:util';
import type { Weftline } from '../index.ts';
import type { Output } from './output.ts';
import type { Profiles } from './profiles.ts';

/** How an option is written, and what `--help` says about it. */
export type Option = {
  /** What stands for the value in help; an option without it is a switch. */
  value?: string;
  short?: string;
  isRepeatable?: true;
  about: string;
};

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type Input = {
  /** Words that are no options. */
  words: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  isSet(name: string): boolean;
};

export type Context = {
  output: Output;
  profiles: Profiles;
  /** Says what happens, on stderr. */
  progress(text: string): void;
  ask(question: string): Promise<string>;
  connect(): Promise<Weftline>;
  baseUrl(): string | undefined;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

export type Command = {
  /** What follows the name: `NAME [options]`. */
  usage: string;
  about: string;
  options?: Readonly<Record<string, Option>>;
  /** A sentence and a command line. */
  examples: readonly (readonly [about: string, line: string])[];
  run(context: Context, input: Input): Promise<void>;
};

/** By its second word; a command without one has the empty name. */
export type Commands = Readonly<Record<string, Command>>;

/** The command line is wrong: the exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const globalOptions: Readonly<Record<string, Option>> = {
  output: { value: 'FORMAT', short: 'o', about: 'table, json or csv; table by default' },
  profile: { value: 'NAME', about: 'Use this profile instead of the current one' },
  'base-url': { value: 'URL', about: 'The address of the service' },
  quiet: { short: 'q', about: 'Say nothing on stderr but errors' },
  help: { short: 'h', about: 'Explain the command' },
  version: { about: 'Print the version' },
};

export const parseOptions = (
  options: Readonly<Record<string, Option>>,
): NonNullable<ParseArgsConfig['options']> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value, short, isRepeatable }]) => [
      name,
      {
        type: value ? 'string' : 'boolean',
        ...(short && { short }),
        ...(isRepeatable && { multiple: true }),
      },
    ]),
  );

export const toInput = (words: readonly string[], values: Values): Input => ({
  words,
  text: (name) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  },
  texts: (name) => [values[name] ?? []].flat().map(String),
  isSet: (name) => values[name] === true,
});

/** The words that a command needs, by the names that its usage has. */
export function requireWords(input: Input, ...names: string[]): string[] {
  const missing = names[input.words.length];
  if (missing) throw new UsageError(`${missing} is missing.`);
  return [...input.words];
}
