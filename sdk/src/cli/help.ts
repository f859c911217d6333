import type { Command, Option } from './command.ts';
import { globalOptions } from './command.ts';
import { commandNames } from './command-names.ts';
import { exitMeanings } from './exit-codes.ts';
import type { Output } from './output.ts';

type Style = Pick<Output, 'bold' | 'dim'>;

const listPairs = (pairs: readonly (readonly [string, string])[]): string[] => {
  const width = Math.max(0, ...pairs.map(([name]) => name.length));
  return pairs.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`);
};

const listOptions = (options: Readonly<Record<string, Option>>) =>
  listPairs(
    Object.entries(options).map(([name, { value, short, about }]) => [
      `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`,
      about,
    ]),
  );

export function printOverview({ bold, dim }: Style): string {
  return [
    'The command line of the Weftline API.',
    '',
    bold('Commands'),
    ...listPairs(
      Object.entries(commandNames).map(([name, { about, words }]) => [
        [name, words.join('|')].filter(Boolean).join(' '),
        about,
      ]),
    ),
    '',
    bold('Options of all commands'),
    ...listOptions(globalOptions),
    '',
    bold('Begin with'),
    '  weftline login',
    '  weftline customs vehicle --to DE --from JP --price 18600 --currency EUR',
    '  weftline keys list --output json',
    `  ${dim('weftline COMMAND --help explains a command, with examples')}`,
    '',
    bold('Environment'),
    ...listPairs([
      ['WEFTLINE_API_KEY', 'Key that is used instead of a profile'],
      ['WEFTLINE_BASE_URL', 'The address of the service'],
      ['WEFTLINE_PROFILE', 'The profile to use'],
      ['WEFTLINE_CONFIG', 'The file with the profiles'],
      ['NO_COLOR', 'Print no colours; there are none if the output is no terminal'],
    ]),
    '',
    bold('Exit codes'),
    ...listPairs(exitMeanings.map(([code, about]) => [String(code), about])),
  ].join('\n');
}

export function printCommandHelp(name: string, command: Command, { bold, dim }: Style): string {
  return [
    command.about,
    '',
    bold('Usage'),
    `  weftline ${name} ${command.usage}`.trimEnd(),
    ...(command.options ? ['', bold('Options'), ...listOptions(command.options)] : []),
    '',
    bold('Options of all commands'),
    ...listOptions(globalOptions),
    '',
    bold('Examples'),
    ...command.examples.flatMap(([about, line]) => [`  ${dim(`# ${about}`)}`, `  ${line}`]),
  ].join('\n');
}
