// What both sides say of a plan that lacks money.

/** A balance that will not suffice is told of so many days before the renewal. */
export const balanceWarningDays = [7, 2] as const;
/** What is not paid for ends so many days after the renewal. */
export const graceDays = 7;

/** A provider takes a dollar at least. */
export const addMoneyPath = (amount: string): string =>
  `/dashboard/wallet/add?amount=${Number(amount) < 1 ? '1.00' : amount}`;
