// Run after every `npm i`. A registry mirror that lacks some platforms' optional binaries makes npm
// leave them out of the lock, and `npm ci` then refuses that lock. This adds what is named but not locked.
import { readFileSync, writeFileSync } from 'node:fs';

type Package = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
};

const systems = 'android darwin freebsd linux netbsd openbsd openharmony sunos aix win32'.split(
  ' ',
);
const processors: Record<string, string> = {
  arm64: 'arm64',
  aarch64: 'arm64',
  x64: 'x64',
  ia32: 'ia32',
  arm: 'arm',
  armv7: 'arm',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  s390x: 's390x',
  riscv64: 'riscv64',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>;
};

function platformOf(name: string): Pick<Package, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/);
  const os = words.find((word) => systems.includes(word));
  const cpu = words.map((word) => processors[word]).find(Boolean);
  const libc = /musl/.test(name) ? 'musl' : os === 'linux' && /gnu|glibc/.test(name) ? 'glibc' : '';
  return { ...(os && { os: [os] }), ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }) };
}

let added = 0;
for (const [place, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const beside = `${place.slice(0, place.lastIndexOf('node_modules/'))}node_modules/${name}`;
    const hoisted = lock.packages[`node_modules/${name}`]?.version === range;
    if (lock.packages[beside] || hoisted || !/^\d/.test(range)) continue;
    lock.packages[beside] = {
      version: range,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platformOf(name),
    };
    added++;
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`completed the lock with ${added} entries`);
