// Components and hooks remember what they made, by React's compiler: it must read the JSX as written.
import { transform } from 'oxc-transform-react';
import type { Plugin } from 'vite';

/** Throws what the compiler can't read; a component that it can't improve stays as it is. */
export const compileComponents = (): Plugin => ({
  name: 'compile-components',
  enforce: 'pre',
  config: () => ({ optimizeDeps: { include: ['react/compiler-runtime'] } }),
  // Pages are printed once: there is nothing to remember.
  applyToEnvironment: ({ config }) => config.consumer === 'client',
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
