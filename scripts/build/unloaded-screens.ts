import type { Plugin } from 'vite';

const reload = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * React Router reloads the page when the code of a screen can't be fetched: input is lost, offline
 * the browser's error page appears, and a missing file reloads the page in a loop. With this plugin
 * it throws instead, and the error boundary of the layout offers a reload.
 */
export const unloadedScreens = (): Plugin => ({
  name: 'unloaded-screens',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /\/react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/ },
    handler(code) {
      if (!reload.test(code))
        this.error('React Router no longer reloads the page as expected: update this plugin.');
      return { code: code.replace(reload, 'throw error;'), map: null };
    },
  },
});
