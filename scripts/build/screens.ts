// Fills src/screens.ts: the route table of src/routes.ts with the code of each screen, and which
// files of the build each needs. The browser's code and the printer of the pages import it.
import path from 'node:path';
import type { OutputBundle, OutputChunk } from 'rolldown';
import type { Plugin } from 'vite';
import table from '../../src/routes.ts';
import type { ScreenRoute } from '../../src/site/routes/screen-routes.ts';
import type { ScreenFiles } from '../../src/site/routes/screens.ts';

/** Stands for the list of files, whose names are known when all of them are made. */
const filesMark = 'globalThis.SCREEN_FILES';
const source = path.resolve(import.meta.dirname, '../../src');
export const screensModule = path.join(source, 'screens.ts').replaceAll(path.sep, '/');

type Numbered = ScreenRoute & { id: string; children?: readonly Numbered[] };

/** Short ids, because the browser's code has hundreds. */
function numberScreens(routes: readonly ScreenRoute[], next = { id: 0 }): Numbered[] {
  return routes.map(({ children, ...route }) => {
    const id = String(next.id++);
    return { ...route, id, ...(children && { children: numberScreens(children, next) }) };
  });
}

const screens = numberScreens(table);
const withChildren = (screen: Numbered): Numbered[] => [
  screen,
  ...(screen.children ?? []).flatMap(withChildren),
];
const sourceFile = ({ file }: Numbered) => path.join(source, file);

const printScreen = (screen: Numbered): string => {
  const { file: _, children, ...place } = screen;
  const below = children ? `children:[${children.map(printScreen)}],` : '';
  const load = `()=>import(${JSON.stringify(sourceFile(screen))})`;
  return `{...${JSON.stringify(place)},${below}load:${load}}`;
};

const noFiles: ScreenFiles = { addresses: [], start: [], screens: {} };

/** In development the browser finds the files itself. */
const printScreens = (isBuild: boolean): string =>
  `export const screenFiles = ${isBuild ? filesMark : JSON.stringify(noFiles)};
export const screens = [${screens.map(printScreen)}];`;

/** A chunk with all that it imports, which it needs before it runs. */
function listClosure(chunk: OutputChunk, bundle: OutputBundle): string[] {
  const found = new Set<string>();
  const add = (fileName: string) => {
    if (found.has(fileName)) return;
    found.add(fileName);
    const one = bundle[fileName];
    if (one?.type === 'chunk') for (const imported of one.imports) add(imported);
  };
  add(chunk.fileName);
  return [...found];
}

function listFiles(bundle: OutputBundle): ScreenFiles {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const entry = chunks.find((chunk) => chunk.isEntry && chunk.name === 'entry.client');
  if (!entry) throw new Error('The build has no entry for browsers.');
  const byModule = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
  const start = listClosure(entry, bundle);
  const numbers = new Map<string, number>();
  const toNumber = (fileName: string) => {
    const number = numbers.get(fileName) ?? numbers.size;
    numbers.set(fileName, number);
    return number;
  };
  const startNumbers = start.map(toNumber);
  const ofScreen = (screen: Numbered) => {
    const chunk = byModule.get(sourceFile(screen));
    if (!chunk) throw new Error(`The build has no file for ${screen.file}.`);
    const more = listClosure(chunk, bundle).filter((fileName) => !start.includes(fileName));
    return [screen.id, more.map(toNumber)] as const;
  };
  return {
    screens: Object.fromEntries(screens.flatMap(withChildren).map(ofScreen)),
    start: startNumbers,
    addresses: [...numbers.keys()].map((fileName) => `/${fileName}`),
  };
}

export const screenTable = (): Plugin => {
  let isBuild = false;
  return {
    name: 'screens',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    load: { filter: { id: screensModule }, handler: () => printScreens(isBuild) },
    generateBundle(_, bundle) {
      const files = JSON.stringify(listFiles(bundle));
      // Its name is a hash that changes with the names in the list: the same chunk imports them.
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && one.moduleIds.includes(screensModule))
          one.code = one.code.replace(filesMark, () => files);
    },
  };
};
