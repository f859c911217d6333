// The browser of all tests: the system's Chromium, else the one of an npm package, together with
// the libraries and fonts that a minimal machine lacks.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sparticuz, { inflate } from '@sparticuz/chromium';

const installed = [
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const root = path.resolve(import.meta.dirname, '../..');

/**
 * Options of Playwright's `launch`. The npm package's own arguments would force a single process.
 */
export const launchOptions = {
  ...(await findChromium()),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

async function findChromium() {
  const found = installed.find((place) => existsSync(place));
  if (found) return { executablePath: found };
  const folder = await unpackChromium();
  const executablePath = path.join(folder, 'chromium');
  const env = { ...process.env, ...librariesFor(executablePath, folder), ...listFonts(folder) };
  return { executablePath, env: env as Record<string, string> };
}

/** Unpacks the package once per version: 209 MB in node_modules, in about two seconds. */
async function unpackChromium(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const packageFolder = path.join(path.dirname(entry), '..');
  const { version } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  ) as {
    version: string;
  };
  const folder = path.join(root, 'node_modules/.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const before = process.env.TMPDIR;
  // The package unpacks into the temporary folder, where files may be incomplete or another user's.
  process.env.TMPDIR = draft;
  try {
    await sparticuz.executablePath();
    await inflate(path.join(packageFolder, 'bin/al2023.tar.br'));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function librariesFor(executable: string, folder: string): Record<string, string> {
  const listed = spawnSync('ldd', [executable], { encoding: 'utf8' });
  if (listed.status === 0 && !listed.stdout.includes('not found')) return {};
  const own = path.join(folder, 'al2023/lib');
  const inherited = process.env.LD_LIBRARY_PATH;
  return { LD_LIBRARY_PATH: inherited ? `${own}:${inherited}` : own };
}

function listFonts(folder: string): Record<string, string> {
  if (existsSync('/etc/fonts/fonts.conf') && isFilled('/usr/share/fonts')) return {};
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(folder, 'fonts')}</dir>
  <cachedir>${path.join(folder, 'font-cache')}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: file };
}

function isFilled(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
