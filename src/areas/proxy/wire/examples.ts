// Example values of the reference: by field, and of objects whose fields belong together.
import type { ExampleValues } from '#lib/openapi-examples.ts';

export const proxyExamples: ExampleValues = {
  fields: {
    addresses: [['203.0.113.0/24']],
    ban_headers: [['cf-mitigated: challenge']],
    ban_texts: [['Access denied']],
    exit_address: ['203.0.113.10'],
    gateway: ['http://my-first:KEY@gateway.example.com:8080'],
    how_to_fix: ['Lower the rate of requests.'],
    is_working: [true],
    password: ['p4Qz...'],
    port: [8080],
    proxy: ['203.0.113.10:8080'],
    reason: ['banned'],
    resource: ['my-first'],
    target_hosts: [['example.com']],
    user_name: ['my-first.anna'],
    username: ['customer-7'],
    uses_pool: [true],
  },
  objects: {
    PoolProxy: { provider: 'Example Proxies' },
    Proxy: { provider: 'Example Proxies' },
    ProxySource: { provider: 'Example Proxies' },
    ProxyImport: { rejected: [], lines: [{ line: 1, outcome: 'added' }], lines_total: 1 },
  },
};
