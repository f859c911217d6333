// Which mails about money an account may switch off: those about what its owner wanted and what
// succeeded. What failed, was taken back or was decided by others is always mailed.
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { paymentMethodsPath } from '../../wire/cards.constants.ts';
import { findSetting } from '../settings/setting-store.ts';

export const wantsReceipts = async (db: Db, accountId: number): Promise<boolean> =>
  (await findSetting(db, accountId))?.mails_receipts ?? true;

/** The end of the footer of such a mail. */
export const describeOptOut = ({ config }: Pick<Kernel, 'config'>): string =>
  `Switch off mails about what was paid at ${config.SITE_URL}${paymentMethodsPath}.`;
