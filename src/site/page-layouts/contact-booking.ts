import site from '#content/site.json' with { type: 'json' };

/** Where to book a call; undefined unless content/site.json has an address. */
export const booking = site.contact.booking.url === '' ? undefined : site.contact.booking;
