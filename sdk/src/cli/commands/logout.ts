import type { Commands } from '../command.ts';

export const commands: Commands = {
  '': {
    usage: '',
    about: 'End the session of the profile, and forget its credential.',
    examples: [['Sign out', 'weftline logout']],
    async run(context) {
      const { session, baseUrl } = context.profiles.read();
      if (session) {
        const client = await context.connect();
        await client.accounts.blacklistToken({ refresh: session.refresh }).catch(() => undefined);
      }
      context.profiles.save(baseUrl ? { baseUrl } : {});
      context.progress('Signed out.');
    },
  },
};
