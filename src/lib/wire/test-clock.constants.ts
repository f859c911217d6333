export const testClockPath = '/apix/test/clock/';
export const testClockYearsMax = 5;
/** The type of an event that is a mail; test mode writes mails and sends none. */
export const mailEvent = 'mail';
