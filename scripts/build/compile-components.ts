// Runs the React Compiler, which memoizes components and hooks. It must see the original JSX.
import { transform } from 'oxc-transform-react';
import type { Plugin } from 'vite';

/** Fails on code that can't be parsed; a component that can't be optimized stays unchanged. */
export const compileComponents = (): Plugin => ({
  name: 'compile-components',
  enforce: 'pre',
  config: () => ({ optimizeDeps: { include: ['react/compiler-runtime'] } }),
  transform: {
    filter: { id: /\.tsx(\?|$)|\/use-[\w-]+\.ts(\?|$)/ },
    async handler(source, id) {
      const { code, map, errors, fatal } = await transform(id.replace(/\?.*/, ''), source, {
        jsx: 'preserve',
        sourcemap: this.environment.mode === 'dev',
      });
      if (fatal) this.error(errors.map(({ message }) => message).join('\n'));
      return { code, map: map ?? null };
    },
  },
});
