import { type Commands, requireWords, UsageError } from '../command.ts';

export const commands: Commands = {
  list: {
    usage: '',
    about: 'List the profiles.',
    examples: [['Which profiles are there?', 'weftline profiles list']],
    async run({ output, profiles }) {
      const rows = profiles.list().map(([name, { baseUrl, email, apiKey, session }]) => ({
        name,
        base_url: baseUrl ?? null,
        email: email ?? null,
        credential: session ? 'session' : apiKey ? 'key' : 'none',
        is_current: name === profiles.name,
      }));
      output.rows(rows, [
        ['Name', ({ name, is_current }) => (is_current ? `${name} *` : name)],
        ['Address', (row) => row.base_url],
        ['Email', (row) => row.email],
        ['Credential', (row) => row.credential],
      ]);
    },
  },
  use: {
    usage: 'NAME',
    about: 'Choose the profile that commands use.',
    examples: [['Work with another account', 'weftline profiles use work']],
    async run({ profiles, progress }, input) {
      const [name = ''] = requireWords(input, 'NAME');
      if (!profiles.list().some(([one]) => one === name))
        throw new UsageError(
          `There is no profile ${name}. Sign in: weftline login --profile ${name}`,
        );
      profiles.use(name);
      progress(`Commands use the profile ${name}.`);
    },
  },
};
