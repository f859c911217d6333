/** How long an access token of an app is valid. */
export const appAccessMinutes = 60;
/** An app that asks for nothing in so many days has to be connected again. */
export const grantDays = 90;
export const appNameLengthMax = 100;

/** How staff filter apps, and the connections of one. */
export const appStates = ['enabled', 'disabled'] as const;
export const connectionStates = ['live', 'ended'] as const;
