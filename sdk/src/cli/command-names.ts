/** What a command is for, and its second words: for help and completion without loading it. */
export const commandNames = {
  login: { about: 'Sign in with a code by mail, or with a key', words: [] },
  logout: { about: 'Forget the credential of a profile', words: [] },
  profiles: { about: 'List profiles, and choose the current one', words: ['list', 'use'] },
  keys: {
    about: 'List, create, rotate and revoke API keys',
    words: ['list', 'create', 'rotate', 'revoke'],
  },
  usage: { about: 'Show requests or spending as a chart', words: [] },
  wallet: { about: 'Show the balance and transactions', words: ['balance', 'transactions'] },
  customs: {
    about: 'Calculate duties on a vehicle or goods, and compare',
    words: ['vehicle', 'goods', 'compare'],
  },
  convert: { about: 'Convert an amount to another currency', words: [] },
  transcribe: { about: 'Write down what a recording says', words: [] },
  speak: { about: 'Store a text as speech', words: [] },
  tickets: {
    about: 'List, read, create and reply to support tickets',
    words: ['list', 'show', 'create', 'reply'],
  },
  proxy: { about: 'List proxies, and fetch a page through one', words: ['list', 'fetch'] },
  events: { about: 'Print changes as they happen', words: ['listen'] },
  webhooks: {
    about: 'Forward changes to your machine as signed webhooks',
    words: ['listen', 'trigger'],
  },
  completion: { about: 'Print the completion script of a shell', words: ['bash', 'zsh', 'fish'] },
} as const satisfies Record<string, { about: string; words: readonly string[] }>;

export type CommandName = keyof typeof commandNames;
