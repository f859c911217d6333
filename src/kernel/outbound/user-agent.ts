import site from '#content/site.json' with { type: 'json' };

/**
 * Who calls public sources, and whom their operators can write to (RFC 9110, 10.1.5). Some refuse
 * the names of libraries.
 */
export const userAgent = `${site.name.replace(/[^\w.-]+/g, '-')}/${site.version} (${site.contact.email})`;
