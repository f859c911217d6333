// The calculator for other sites: one script without imports, at an address that never changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { embedScriptPath } from '../../src/areas/customs/wire/embed/embed.constants.ts';

const entry = path.resolve(
  import.meta.dirname,
  '../../src/areas/customs/ui/embed/element/duty-calculator.ts',
);

/** Pages in another encoding than UTF-8 would show other letters. */
const escapeLetters = (code: string): string =>
  code.replaceAll(/[^\p{ASCII}]/gu, (letter) =>
    [...Array(letter.length).keys()]
      .map((at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  );

/** Vite sets NODE_ENV for the whole process, and so for all that it starts later. */
async function withOwnEnvironment<T>(act: () => Promise<T>): Promise<T> {
  const before = process.env.NODE_ENV;
  try {
    return await act();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** A script that a plain script element runs. */
export async function buildEmbedScript(): Promise<string> {
  const built = await withOwnEnvironment(() =>
    build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        target: 'es2022',
        rolldownOptions: { input: entry, output: { format: 'iife', codeSplitting: false } },
      },
    }),
  );
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const [chunk, ...others] = outputs;
  if (chunk?.type !== 'chunk' || others.length > 0)
    throw new Error('The calculator for other sites must be a single script.');
  return escapeLetters(chunk.code);
}

export async function writeEmbedScript(root: string): Promise<void> {
  const place = path.join(root, embedScriptPath);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, await buildEmbedScript());
}
