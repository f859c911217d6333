import type { Config } from '#kernel/config.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { MailDraft } from '#kernel/mail/outbox.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { listEmailsByRole } from '../account-store.ts';

/** These get every alert, whatever its role: ALERT_EMAIL, or STAFF_EMAILS if it is not set. */
export const alertAddresses = ({
  ALERT_EMAIL,
  STAFF_EMAILS,
}: Pick<Config, 'ALERT_EMAIL' | 'STAFF_EMAILS'>): readonly string[] =>
  ALERT_EMAIL ? [ALERT_EMAIL.toLowerCase()] : STAFF_EMAILS;

/** Mails staff with the role, admins and `alertAddresses`, each address once. */
export async function mailStaff(
  { config, mail }: Pick<Kernel, 'config' | 'mail'>,
  tx: Tx,
  role: Role,
  draft: Omit<MailDraft, 'to'>,
): Promise<void> {
  const ofRole = await listEmailsByRole(tx, [role]);
  for (const address of new Set([...ofRole, ...alertAddresses(config)]))
    await mail.send(tx, { ...draft, to: { address } });
}
