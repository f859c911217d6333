// Which commands there are. A module is loaded when one of its commands runs, so that the start
// stays fast.
import type { Commands } from './command.ts';

type Entry = {
  about: string;
  /** Second words, for completion and help without loading the module. */
  words: readonly string[];
  load: () => Promise<{ commands: Commands }>;
};

export const registry: Readonly<Record<string, Entry>> = {
  login: {
    about: 'Sign in with a code by mail, or with a key',
    words: [],
    load: () => import('./commands/login.ts'),
  },
  logout: {
    about: 'Forget the credential of a profile',
    words: [],
    load: () => import('./commands/logout.ts'),
  },
  profiles: {
    about: 'List profiles, and choose the current one',
    words: ['list', 'use'],
    load: () => import('./commands/profiles.ts'),
  },
  keys: {
    about: 'List, create, rotate and revoke API keys',
    words: ['list', 'create', 'rotate', 'revoke'],
    load: () => import('./commands/keys.ts'),
  },
  usage: {
    about: 'Show requests or spending as a chart',
    words: [],
    load: () => import('./commands/usage.ts'),
  },
  wallet: {
    about: 'Show the balance and transactions',
    words: ['balance', 'transactions'],
    load: () => import('./commands/wallet.ts'),
  },
  customs: {
    about: 'Calculate duties on a vehicle or goods, and compare',
    words: ['vehicle', 'goods', 'compare'],
    load: () => import('./commands/customs.ts'),
  },
  convert: {
    about: 'Convert an amount to another currency',
    words: [],
    load: () => import('./commands/convert.ts'),
  },
  transcribe: {
    about: 'Write down what a recording says',
    words: [],
    load: () => import('./commands/transcribe.ts'),
  },
  speak: {
    about: 'Store a text as speech',
    words: [],
    load: () => import('./commands/speak.ts'),
  },
  tickets: {
    about: 'List, read, create and reply to support tickets',
    words: ['list', 'show', 'create', 'reply'],
    load: () => import('./commands/tickets.ts'),
  },
  proxy: {
    about: 'List proxies, and fetch a page through one',
    words: ['list', 'fetch'],
    load: () => import('./commands/proxy.ts'),
  },
  events: {
    about: 'Print changes as they happen',
    words: ['listen'],
    load: () => import('./commands/events.ts'),
  },
  webhooks: {
    about: 'Forward changes to your machine as signed webhooks',
    words: ['listen', 'trigger'],
    load: () => import('./commands/webhooks.ts'),
  },
  completion: {
    about: 'Print the completion script of a shell',
    words: ['bash', 'zsh', 'fish'],
    load: () => import('./commands/completion.ts'),
  },
};
