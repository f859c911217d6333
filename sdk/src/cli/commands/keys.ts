import type { ApiKey, CreateApiKeyBody } from '../../index.ts';
import { type Command, type Commands, requireWords } from '../command.ts';
import type { Column } from '../output.ts';

const columns: readonly Column<ApiKey>[] = [
  ['Id', (key) => key.id],
  ['Name', (key) => key.name],
  ['Key', (key) => key.key_preview],
  ['Status', (key) => key.status],
  ['Scopes', (key) => key.scopes.join(' ')],
  ['Requests', (key) => key.total_requests],
  ['Last used', (key) => key.last_used_at],
];

const list: Command = {
  usage: '[options]',
  about: 'List API keys, the newest first.',
  options: { status: { value: 'STATUS', about: 'active, inactive, expired or revoked' } },
  examples: [
    ['All keys', 'weftline keys list'],
    ['Names of active keys', `weftline keys list --status active -o json | jq -r '.[].name'`],
  ],
  async run({ connect, output }, input) {
    const status = input.text('status');
    const keys = (await connect()).keys.list(status ? { status } : {});
    output.rows(await keys.toArray({ max: 1000 }), columns);
  },
};

const create: Command = {
  usage: 'NAME [options]',
  about: 'Create an API key. It is shown once.',
  options: {
    scope: { value: 'SCOPE', isRepeatable: true, about: 'What it may call; may be repeated' },
    'expires-in': { value: 'DAYS', about: 'When it expires; never by default' },
    ip: { value: 'ADDRESS', isRepeatable: true, about: 'From where it works; may be repeated' },
  },
  examples: [
    ['For calculations', 'weftline keys create shop --scope customs'],
    ['Into a variable', 'KEY=$(weftline keys create ci --scope customs -o json | jq -r .key)'],
  ],
  async run({ connect, output, progress }, input) {
    const [name = ''] = requireWords(input, 'NAME');
    const days = input.text('expires-in');
    const scopes = input.texts('scope') as NonNullable<CreateApiKeyBody['scopes']>;
    const created = await (await connect()).keys.create({
      name,
      ...(scopes.length > 0 && { scopes }),
      ...(input.texts('ip').length > 0 && { allowed_ips: [...input.texts('ip')] }),
      ...(days && { expires_in_days: Number(days) }),
    });
    progress('This is the only time that the key is shown.');
    output.record(created, [['Key', ({ key }) => key], ...columns]);
  },
};

const rotate: Command = {
  usage: 'ID',
  about: 'Replace a key by a new one. The new key is shown once.',
  examples: [['After a leak', 'weftline keys rotate 7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41']],
  async run({ connect, output, progress }, input) {
    const [id = ''] = requireWords(input, 'ID');
    const rotated = await (await connect()).keys.rotate(id);
    progress('This is the only time that the key is shown.');
    output.record(rotated, [['Key', ({ key }) => key], ...columns]);
  },
};

const revoke: Command = {
  usage: 'ID [options]',
  about: 'Revoke a key for good.',
  options: { reason: { value: 'TEXT', about: 'Stored with the key' } },
  examples: [
    ['A key that is not needed', 'weftline keys revoke 7d0f4b0e-5a3c-4c1e-9b52-0f6a1c8e2d41'],
  ],
  async run({ connect, output }, input) {
    const [id = ''] = requireWords(input, 'ID');
    const reason = input.text('reason');
    output.record(await (await connect()).keys.revoke(id, reason ? { reason } : {}), columns);
  },
};

export const commands: Commands = { list, create, rotate, revoke };
