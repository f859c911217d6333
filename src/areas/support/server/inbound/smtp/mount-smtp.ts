import type { Api } from '#kernel/http/api.ts';
import type { Support } from '../../context.ts';
import { createSmtpListener } from './smtp-listener.ts';

/** Listens with the app if an address is configured, and closes with it. */
export function mountSmtp(api: Api, support: Support): void {
  const { config, log } = api.kernel;
  const address = config.INBOUND_SMTP;
  if (!address) return;
  const listener = createSmtpListener(support);
  api.app.addHook('onListen', async () => {
    try {
      support.ways.smtpPort = await listener.listen(address);
      log.info({ port: support.ways.smtpPort }, 'mail is taken in by SMTP');
    } catch (err) {
      log.error(
        { err, address },
        'no mail is taken in by SMTP: INBOUND_SMTP cannot be listened at',
      );
    }
  });
  api.app.addHook('preClose', () => listener.close());
}
