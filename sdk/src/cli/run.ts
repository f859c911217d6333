import { parseArgs } from 'node:util';
import {
  type Command,
  type Context,
  globalOptions,
  parseOptions,
  toInput,
  UsageError,
  type Values,
} from './command.ts';
import { type CommandName, commandNames } from './command-names.ts';
import { loaders } from './loaders.ts';
import { createOutput, type Format, formats, hasColors, type Output } from './output.ts';
import { openProfiles } from './profiles.ts';

type Env = NodeJS.ProcessEnv;

/** Returns the exit code. */
export async function runCommandLine(args: readonly string[], env: Env): Promise<number> {
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort(new Error('Stopped.')));
  // A reader that has seen enough, such as `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  try {
    await run(args, env, interruption.signal);
    return 0;
  } catch (error) {
    if (interruption.signal.aborted) return 130;
    const { toExitCode } = await import('./exit-codes.ts');
    process.stderr.write(`${await explain(error)}\n`);
    return toExitCode(error);
  }
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commandNames, name);

async function run(args: readonly string[], env: Env, signal: AbortSignal): Promise<void> {
  const [first = ''] = args;
  if (!isCommand(first)) return runWithoutCommand(args, env);
  const { commands } = await loaders[first]();
  const second = args[1] ?? '';
  const name = Object.hasOwn(commands, second) ? second : '';
  const title = [first, name].filter(Boolean).join(' ');
  const command = commands[name];
  const wantsHelp = args.some((one) => one === '--help' || one === '-h');
  if (!command && wantsHelp) return printGroupOverview(first, commands, env);
  if (!command)
    throw new UsageError(
      `weftline ${first} needs one of: ${Object.keys(commands).join(', ')}. See weftline ${first} --help.`,
    );
  const { values, positionals } = parse(command, args.slice(name ? 2 : 1), title);
  if (wantsHelp) {
    const { printCommandHelp } = await import('./help.ts');
    process.stdout.write(`${printCommandHelp(title, command, stdoutStyle(env))}\n`);
    return;
  }
  await command.run(openContext(values, env, signal), toInput(positionals, values));
}

async function printGroupOverview(first: string, commands: object, env: Env): Promise<void> {
  const { printCommandHelp } = await import('./help.ts');
  const pages = Object.entries(commands as Record<string, Command>).map(([name, command]) =>
    printCommandHelp(`${first} ${name}`, command, stdoutStyle(env)),
  );
  process.stdout.write(`${pages.join('\n\n')}\n`);
}

async function runWithoutCommand(args: readonly string[], env: Env): Promise<void> {
  const [first] = args;
  if (first === '--version') {
    process.stdout.write(`${await readVersion()}\n`);
    return;
  }
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    const { printOverview } = await import('./help.ts');
    process.stdout.write(`${printOverview(stdoutStyle(env))}\n`);
    return;
  }
  const near = Object.keys(commandNames).filter((name) => name.startsWith(first.charAt(0)));
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ' See weftline --help.';
  throw new UsageError(`There is no command ${first}.${hint}`);
}

async function readVersion(): Promise<string> {
  const { readFileSync } = await import('node:fs');
  const manifest = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

const stdoutStyle = (env: Env): Output => createOutput('table', process.stdout, env);

function parse(command: Command, args: string[], title: string) {
  try {
    const options = parseOptions({ ...globalOptions, ...command.options });
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ');
    throw new UsageError(`${sentence}. See weftline ${title} --help.`);
  }
}

function openContext(values: Values, env: Env, signal: AbortSignal): Context {
  const input = toInput([], values);
  const format = (input.text('output') ?? 'table') as Format;
  if (!formats.includes(format)) throw new UsageError(`--output is one of ${formats.join(', ')}.`);
  const profiles = openProfiles(env, input.text('profile'));
  const progress = (text: string) => {
    if (!input.isSet('quiet')) process.stderr.write(`${text}\n`);
  };
  const baseUrl = () => input.text('base-url') ?? env.WEFTLINE_BASE_URL ?? profiles.read().baseUrl;
  return {
    output: createOutput(format, process.stdout, env),
    profiles,
    progress,
    baseUrl,
    signal,
    async ask(question) {
      const { createInterface } = await import('node:readline/promises');
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return (await lines.question(question, { signal })).trim();
      } finally {
        lines.close();
      }
    },
    async connect() {
      const { Weftline } = await import('../index.ts');
      const url = baseUrl();
      if (!url) throw new UsageError('Say where the service is: --base-url, or weftline login.');
      const { apiKey, session } = profiles.read();
      const key = env.WEFTLINE_API_KEY ?? apiKey;
      return new Weftline({
        baseUrl: url,
        ...(session && !env.WEFTLINE_API_KEY ? { session } : { apiKey: key ?? '' }),
        headers: { 'user-agent': 'weftline-cli' },
        onSession(tokens) {
          const { session: _, ...rest } = profiles.read();
          profiles.save(tokens ? { ...rest, session: tokens } : rest);
        },
      });
    },
  };
}

/** A sentence, and what helps: fields, the page of the code, the request id. */
async function explain(error: unknown): Promise<string> {
  const { ApiError } = await import('../core/errors.ts');
  const mark = hasColors(process.stderr, process.env) ? '\u001b[31mError\u001b[39m' : 'Error';
  const sentence = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return `${mark}: ${sentence}`;
  const signIn = error.status === 401 ? 'Sign in: weftline login' : undefined;
  const session =
    error.code === 'jwt_required' ? 'A key may not do this: weftline login' : undefined;
  const details = [
    `code ${error.code}`,
    error.requestId && `request ${error.requestId}`,
    error.retryAfter !== undefined && `again in ${error.retryAfter} s`,
  ];
  return [
    `${mark}: ${sentence}`,
    `  ${details.filter(Boolean).join(', ')}`,
    ...[error.help, signIn, session].filter(Boolean).map((line) => `  ${line}`),
  ].join('\n');
}
