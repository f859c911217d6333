// Loaded by the threads of the tests in Node: Node strips types by itself, but knows no JSX.
import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
enableCompileCache(path.join(root, 'node_modules/.cache/compiled'));

const require = createRequire(import.meta.url);
// Few tests need it, and it loads native code.
const loadCompiler = () => require('rolldown/utils') as typeof import('rolldown/utils');

registerHooks({
  /** `./session.ts?page=3` is evaluated anew with all that it imports of src/, as by a new page. */
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const [page] = /\?page=\d+$/.exec(context.parentURL ?? '') ?? [];
    const isOfPage = page && resolved.url.includes('/src/') && !resolved.url.includes('?');
    return isOfPage ? { ...resolved, url: resolved.url + page } : resolved;
  },
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context);
    const file = fileURLToPath(url);
    const { code, errors } = loadCompiler().transformSync(file, readFileSync(file, 'utf8'), {
      jsx: { runtime: 'automatic' },
    });
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
