import { type Commands, requireWords } from '../command.ts';

export const commands: Commands = {
  list: {
    usage: 'RESOURCE [options]',
    about: 'List the proxies of a resource. Counts as one lease, except with --all.',
    options: {
      country: { value: 'COUNTRY', about: 'Only those of this country' },
      all: { about: 'All states, for an overview without logins' },
      max: { value: 'NUMBER', about: 'How many at most; 20 by default' },
    },
    examples: [
      ['Which ones work?', 'weftline proxy list shop-a'],
      ['Why are some blocked?', 'weftline proxy list shop-a --all'],
    ],
    async run({ connect, output }, input) {
      const [resource = ''] = requireWords(input, 'RESOURCE');
      const country = input.text('country');
      const { results } = await (await connect()).proxy
        .listProxies(resource, {
          page_size: Number(input.text('max') ?? 20),
          ...(country && { country }),
          ...(input.isSet('all') && { status: 'all' as const }),
        })
        .page();
      output.rows(results, [
        ['Host', (proxy) => proxy.host],
        ['Port', (proxy) => proxy.port],
        ['Protocol', (proxy) => proxy.protocol],
        ['Country', (proxy) => proxy.country_code],
        ['State', (proxy) => proxy.status],
        ['Milliseconds', (proxy) => proxy.latency_ms],
        ['Last error', (proxy) => proxy.last_error],
        ['Id', (proxy) => proxy.id],
      ]);
    },
  },
  fetch: {
    usage: 'RESOURCE URL [options]',
    about: 'Fetch a page through a proxy of a resource, and print its text.',
    options: {
      country: { value: 'COUNTRY', about: 'Through a proxy of this country' },
      session: { value: 'ID', about: 'Through the same proxy as before' },
    },
    examples: [
      ['From Germany', 'weftline proxy fetch shop-a https://example.com/ --country DE'],
      ['What happened in each attempt', 'weftline proxy fetch shop-a https://example.com/ -o json'],
    ],
    async run({ connect, output, progress }, input) {
      const [resource = '', url = ''] = requireWords(input, 'RESOURCE', 'URL');
      const country = input.text('country');
      const session = input.text('session');
      const body = { url, ...(country && { country }), ...(session && { session }) };
      const result = await (await connect()).proxy.fetchThrough(resource, body);
      if (output.format !== 'table') {
        output.record(result, [
          ['Status', ({ status }) => status],
          ['Error', ({ error }) => error],
          ['Milliseconds', ({ elapsed_ms }) => elapsed_ms],
          ['Body', (row) => row.body],
        ]);
        return;
      }
      const { status, error, how_to_fix, elapsed_ms, exit_address } = result;
      progress(`Status ${status ?? 'none'}, ${elapsed_ms} ms, from ${exit_address ?? 'nowhere'}`);
      if (error) throw new Error(`${error}. ${how_to_fix ?? ''}`.trim());
      output.text(result.body);
    },
  },
};
