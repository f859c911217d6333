import type { Plugin } from 'vite';

const nothing = `export const printReference = () => ({ menu: '', top: '', examples: '', details: '' });`;

/**
 * The pages of the API reference are printed by the build and loaded whole. In the browser the
 * module that prints them is empty, so that their content is in no script.
 */
export const referenceContent = (): Plugin => ({
  name: 'reference-content',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  load: {
    filter: { id: /\/src\/site\/reference\/print-reference\.ts(\?|$)/ },
    handler: () => nothing,
  },
});
