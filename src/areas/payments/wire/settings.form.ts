// Validation of the settings, shared with the form in the browser.
import { z } from 'zod';
import { chargeFirstChoices } from './settings.constants.ts';

const amountError = 'Enter an amount above zero, such as 50.00.';

/** The server refuses more decimals than the currency has. */
const amount = z
  .string(amountError)
  .trim()
  .regex(/^\d{1,9}(\.\d{1,8})?$/, amountError)
  .refine((text) => /[1-9]/.test(text), amountError);

export const chargeFirst = z
  .enum(chargeFirstChoices)
  .describe(
    'What pays for the next period of a plan. `balance`: the default card pays what is missing. `card`: the balance pays if the card does not.',
  );

export const mailsReceipts = z
  .boolean()
  .describe(
    'Whether charges, renewals and payments that succeeded are mailed. Mails about what failed, was returned or decided by others are always sent.',
  );

export const paymentSettingsBody = z
  .object({
    charge_first: chargeFirst,
    mails_receipts: mailsReceipts,
    top_up_is_on: z
      .boolean()
      .describe('Whether the default card is charged when the balance is low. It needs a card.'),
    top_up_currency: z.string().max(20).describe('The currency of the balance and of all amounts.'),
    top_up_threshold: amount.describe('A lower available balance is topped up.'),
    top_up_amount: amount.describe('What is charged each time, worth 5.00 to 5,000.00 US dollars.'),
    top_up_ceiling: amount.describe(
      'The most that is charged in a calendar month in UTC; at least `top_up_amount`.',
    ),
  })
  .partial();
