import { type Commands, type Context, type Input, UsageError } from '../command.ts';

async function signInWithCode(context: Context, email: string, baseUrl: string): Promise<void> {
  const { Weftline } = await import('../../index.ts');
  const client = new Weftline({ baseUrl, apiKey: '' });
  await client.accounts.requestCode({ email }, { retries: 0 });
  context.progress(`A code was sent to ${email}.`);
  const otp = await context.ask('Code: ');
  const session = await client.signIn({ email, otp });
  const { webhookSecret } = context.profiles.read();
  context.profiles.save({ baseUrl, email, session, ...(webhookSecret && { webhookSecret }) });
}

async function signInWithKey(context: Context, apiKey: string, baseUrl: string): Promise<void> {
  const { Weftline } = await import('../../index.ts');
  // Any call says whether the key is valid; one that its scopes don't allow does too.
  const { PermissionError } = await import('../../core/errors.ts');
  await new Weftline({ baseUrl, apiKey }).accounts.readProfile().catch((error: unknown) => {
    if (!(error instanceof PermissionError)) throw error;
  });
  context.profiles.save({ baseUrl, apiKey });
}

async function run(context: Context, input: Input): Promise<void> {
  const baseUrl = context.baseUrl() ?? (await context.ask('Address of the service: '));
  if (!URL.canParse(baseUrl)) throw new UsageError(`${baseUrl} is no address.`);
  const key = input.isSet('key')
    ? await context.ask('API key: ')
    : input.text('email')
      ? undefined
      : process.env.WEFTLINE_API_KEY;
  if (key) await signInWithKey(context, key, baseUrl);
  else {
    const email = input.text('email') ?? (await context.ask('Email address: '));
    await signInWithCode(context, email, baseUrl);
  }
  context.profiles.use(context.profiles.name);
  context.progress(`Signed in. Profile ${context.profiles.name} is in ${context.profiles.file}`);
}

export const commands: Commands = {
  '': {
    usage: '[options]',
    about:
      'Sign in with a code that is sent by mail, or with an API key. A key is never an argument,\nbecause arguments are visible to other programs and stay in the history of the shell.',
    options: {
      email: { value: 'ADDRESS', about: 'Where the code is sent' },
      key: { about: 'Ask for an API key instead of a code' },
    },
    examples: [
      ['Sign in with a code', 'weftline login --base-url https://weftline.example.com'],
      ['With a key, in a script', 'echo "$KEY" | weftline login --key --profile ci'],
    ],
    run,
  },
};
