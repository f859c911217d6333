/** Topic of the event stream for plans and keys; the client then fetches what has changed. */
export const billingTopic = 'billing';
