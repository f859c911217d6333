import type { Commands } from './command.ts';
import type { CommandName } from './command-names.ts';

/** A module is loaded when one of its commands runs, so that the start stays fast. */
export const loaders: Readonly<Record<CommandName, () => Promise<{ commands: Commands }>>> = {
  login: () => import('./commands/login.ts'),
  logout: () => import('./commands/logout.ts'),
  profiles: () => import('./commands/profiles.ts'),
  keys: () => import('./commands/keys.ts'),
  usage: () => import('./commands/usage.ts'),
  wallet: () => import('./commands/wallet.ts'),
  customs: () => import('./commands/customs.ts'),
  convert: () => import('./commands/convert.ts'),
  transcribe: () => import('./commands/transcribe.ts'),
  speak: () => import('./commands/speak.ts'),
  tickets: () => import('./commands/tickets.ts'),
  proxy: () => import('./commands/proxy.ts'),
  events: () => import('./commands/events.ts'),
  webhooks: () => import('./commands/webhooks.ts'),
  completion: () => import('./commands/completion.ts'),
};
