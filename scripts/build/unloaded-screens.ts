import type { Plugin } from 'vite';

const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * React Router reloads the page when the code of a screen can't be fetched: what was typed is lost,
 * without a connection the browser's own error page stands there, and a file that stays missing
 * reloads for ever. It throws instead, and the frame's error boundary offers the reload.
 */
export const unloadedScreens = (): Plugin => ({
  name: 'unloaded-screens',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler(code) {
      if (!reload.test(code))
        this.error('React Router no longer reloads the page as expected: this must follow.');
      return { code: code.replace(reload, 'throw error;'), map: null };
    },
  },
});
