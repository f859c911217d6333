/** How long an access token of an app is valid. */
export const appAccessMinutes = 60;
/** An app that asks for nothing in so many days has to be connected again. */
export const grantDays = 90;
export const appNameLengthMax = 100;
