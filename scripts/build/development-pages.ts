import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import type { Printer } from '../../src/site/routes/printed-page.ts';

/** At the end of the body, where React leaves them: Vite's own place is before what was printed. */
const scripts = [
  '<script type="module" src="/@vite/client"></script>',
  `<script type="module">${react.preambleCode.replace('__BASE__', '/')}</script>`,
  '<script type="module" src="/src/entry.client.tsx"></script>',
].join('');

/** In development every address begins like a screen: the browser loads the page and shows it. */
export const developmentPages = (): Plugin => ({
  name: 'development-pages',
  apply: 'serve',
  config: () => ({ appType: 'custom' }),
  configureServer(server) {
    // Behind what Vite itself answers.
    return () =>
      server.middlewares.use((_, response, next) => {
        const send = async () => {
          const loaded = await server.ssrLoadModule('/src/entry.printer.ts');
          const { html } = await (loaded as Printer).printFallback();
          response.setHeader('content-type', 'text/html');
          response.end(html.replace('</body>', `${scripts}</body>`));
        };
        send().catch(next);
      });
  },
});
