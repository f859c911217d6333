// The files of docs/guides/deploy.md by the rules of their linters that matter most.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { serverFlags } from '../../scripts/server-flags.mjs';
import { hasOptional, isProgram } from '../optional-programs.ts';
import { scaledMs } from '../time-limits.ts';
import { findFaults, listInstructions } from './containerfile.ts';
import { findImageBuilder, parseMegabytes } from './image-builder.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const containerfile = read('Containerfile');
const runsServer = /\bnode\b.*build\/server\/main\.js/;
const isPinned = (image: string) => /:[^:/]*\d+\.\d+[^:/]*$/.test(image);

/** The build writes the second one: scripts/build/build-server.ts. */
const isThereOrBuilt = (file: string) => existsSync(file) || file === 'build/server/main.js';

test.each(['Containerfile', 'docs/examples/weftline.service', 'docs/guides/deploy.md'])(
  '%s starts the server with its flags',
  (file) => {
    const started = read(file)
      .split('\n')
      .filter((line) => runsServer.test(line));
    expect(started).not.toEqual([]);
    for (const flag of serverFlags)
      expect(started.filter((line) => !line.includes(flag))).toEqual([]);
  },
);

describe('Containerfile', () => {
  it('has no fault', () => {
    expect(findFaults(containerfile)).toEqual([]);
  });

  const good = `FROM debian:13.2-slim
SHELL ["/bin/bash", "-o", "pipefail", "-c"]
RUN apt-get update && apt-get install -y --no-install-recommends tini \\
  && rm -rf /var/lib/apt/lists/*
USER 10001:10001
HEALTHCHECK CMD ["true"]
ENTRYPOINT ["tini", "--"]
`;

  it.each([
    ['FROM debian:13.2-slim', 'FROM debian', 'the base debian has no exact version'],
    ['13.2-slim', 'latest', 'the base debian:latest has no exact version'],
    [' --no-install-recommends', '', 'apt-get install without --no-install-recommends'],
    [' \\\n  && rm -rf /var/lib/apt/lists/*', '', 'apt-get without removing its lists'],
    ['-o", "pipefail", "', '', 'RUN without pipefail'],
    ['USER 10001:10001', 'USER root', 'it runs as root'],
    ['USER 10001:10001', 'ADD a b', 'it runs as root'],
    ['USER 10001:10001', 'USER 10001\nADD a b', 'ADD instead of COPY'],
    ['HEALTHCHECK CMD ["true"]\n', '', 'no HEALTHCHECK'],
    ['ENTRYPOINT ["tini", "--"]\n', '', 'no init'],
  ])('without %j is refused', (part, instead, fault) => {
    expect(findFaults(good)).toEqual([]);
    expect(findFaults(good.replace(part, instead))).toContain(fault);
  });

  it('copies what exists and is not left out of the context', () => {
    const left = read('.containerignore').split('\n');
    const copied = listInstructions(containerfile)
      .filter(({ name, rest }) => name === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1))
      .filter((file) => file !== '.')
      .map((file) => file.replace(/\/\*.*/, ''));
    expect(copied.filter((file) => !existsSync(file) || !left.includes(`!${file}`))).toEqual([]);
    const run = /^CMD \["node", .*"(.*)"\]$/m.exec(containerfile)?.[1] ?? '';
    const script = /CMD \["node", "(scripts\/.*)"\]$/m.exec(containerfile)?.[1] ?? '';
    expect([run, script].filter((file) => !isThereOrBuilt(file))).toEqual([]);
  });

  it('sends no secrets and no data to the builder', () => {
    // Docker reads the other name.
    for (const file of ['.containerignore', '.dockerignore'])
      expect(read(file).split('\n')).toContain('*');
    expect(read('.gitignore').split('\n')).toContain('/compose.env');
  });
});

type Service = {
  image: string;
  healthcheck?: object;
  restart: string;
  environment?: Record<string, string>;
  volumes?: string[];
};

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml')) as {
    services: Record<string, Service>;
    volumes: Record<string, null>;
  };

  it('pins its images, starts them again and asks how they are', () => {
    const faults = Object.entries(services).filter(
      ([, one]) => !isPinned(one.image) || one.restart !== 'unless-stopped' || !one.healthcheck,
    );
    expect(faults.map(([name]) => name)).toEqual([]);
  });

  it('has no secret, and asks for each that it needs', () => {
    const values = Object.values(services).flatMap(({ environment = {} }) =>
      Object.entries(environment),
    );
    const secret = values.filter(([name]) => /PASSWORD|SECRET|DATABASE_URL/.test(name));
    expect(secret.length).toBeGreaterThan(0);
    for (const [, value] of secret) expect(value).toMatch(/\$\{\w+:\?/);
    const variables = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    for (const name of variables) expect(read('docs/examples/compose.env')).toContain(`\n${name}=`);
  });

  it('keeps data in volumes that it declares, and mounts files that exist', () => {
    const mounted = Object.values(services).flatMap(({ volumes: all = [] }) =>
      all.map((one) => one.split(':')[0] ?? ''),
    );
    const isThere = (source: string) =>
      source.startsWith('./') ? existsSync(source) : source in volumes;
    expect(mounted.filter((source) => !isThere(source))).toEqual([]);
  });
});

describe('the examples for Caddy', () => {
  const hasCaddy = hasOptional(() => isProgram('caddy', ['version']));

  it.skipIf(!hasCaddy).each(['Caddyfile', 'compose.Caddyfile'])('%s is valid', (name) => {
    const { status, stderr } = spawnSync(
      'caddy',
      ['validate', '--adapter', 'caddyfile', '--config', `docs/examples/${name}`],
      { encoding: 'utf8', env: { ...process.env, SITE_DOMAIN: 'www.example.com' } },
    );
    expect(status, stderr).toBe(0);
  });
});

describe('weftline.service', () => {
  const unit = read('docs/examples/weftline.service');

  it('runs what exists, as nobody special, and can write to its own folder alone', () => {
    const [, program = '', entry = ''] =
      /^ExecStart=\/opt\/weftline\/(\S+) .*?(\S+)$/m.exec(unit) ?? [];
    expect([program, entry].filter((file) => !isThereOrBuilt(file))).toEqual([]);
    for (const line of [
      'User=weftline',
      'StateDirectory=weftline',
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
      'Restart=always',
    ])
      expect(unit.split('\n')).toContain(line);
  });

  it('takes the place of the files from the environment file, like commands by hand', () => {
    expect(unit).not.toMatch(/^Environment=.*DATA_DIR/m);
    expect(read('docs/guides/deploy.md')).toContain(
      'echo DATA_DIR=/var/lib/weftline >> /etc/weftline.env',
    );
  });
});

describe('the image', () => {
  const builder = findImageBuilder(containerfile);
  const isPossible = 'build' in builder;

  it.skipIf(!isPossible)(
    `builds, takes at most 450 MB and starts${isPossible ? '' : ` (skipped: ${builder.reason})`}`,
    { timeout: scaledMs(900_000) },
    () => {
      const { megabytes, start } = (isPossible && builder.build()) || {};
      expect(start).toContain('set DATABASE_URL to a PostgreSQL 15 or newer');
      expect(megabytes).toBeLessThanOrEqual(450);
    },
  );

  it('has a size that is read with its unit', () => {
    expect(['125 MB\n', '1.2 GB', '900 kB', ''].map(parseMegabytes)).toEqual([
      125,
      1200,
      0.9,
      Number.NaN,
    ]);
  });
});
