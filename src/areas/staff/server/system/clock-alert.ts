import { mailStaff } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';

/** `kernel.clock_wrong`: mails finance and admins. */
export const alertOfClock =
  (kernel: Kernel) =>
  async (tx: Tx, { fault }: { fault: string }): Promise<void> => {
    const subject = 'The clock is wrong: work with money waits';
    const body = [
      paragraph(fault),
      paragraph(
        'Until then this process charges, credits, expires, renews, ends and deletes nothing by itself. It goes on by itself afterwards.',
      ),
      linkButton('Open the system', `${kernel.config.SITE_URL}/admin/system`),
    ];
    const mail = renderMail({ siteName: site.name, preview: fault, heading: subject, body });
    await mailStaff(kernel, tx, 'finance', { kind: 'staff.clock', subject, ...mail });
  };
