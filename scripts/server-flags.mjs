// Options of Node for a process that serves, where NODE_OPTIONS may not have them. Images, the
// systemd unit and docs/guides/deploy.md name them too.

/**
 * In megabytes; what a process holds after its start. From less, V8 marks the whole heap every few
 * thousand requests, on four threads, in some processes and not in others: a request that is served
 * from memory then costs three times as much.
 */
export const serverFlags = ['--initial-old-space-size=64'];
