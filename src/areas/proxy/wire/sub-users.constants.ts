// Rules of sub-users, for the server and the screens.

/** Part of the gateway's user name, so it has no dot. */
export const subUserNamePattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;

export const addressesMax = 20;
/** Larger ranges would include clients of others. */
export const rangeBitsMin = { ipv4: 24, ipv6: 64 } as const;

/** A petabyte. */
export const trafficLimitMax = 1_000_000_000_000_000;
export const requestsLimitMax = 1_000_000_000_000;
