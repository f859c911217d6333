// Why failed checks of proxies do not count for a time, with the texts for staff.
import type { FailureReason } from './proxies.constants.ts';

export const incidentCauses = ['target', 'network', 'widespread'] as const;
export type IncidentCause = (typeof incidentCauses)[number];

export const incidentTexts: Record<IncidentCause, { title: string; text: string }> = {
  target: {
    title: 'The address that proxy checks request does not respond',
    text: 'It fails without a proxy too. Until it responds again, no proxy that is checked with it becomes dead. Check SITE_URL and PROXY_CHECK_URL.',
  },
  network: {
    title: 'Proxy checks fail because of the network of this server',
    text: 'It resolves no names, or has no route. Until that ends, no proxy becomes dead. Check its DNS and its outgoing connections.',
  },
  widespread: {
    title: 'Most proxies fail at the same time',
    text: 'Proxies on different hosts that worked before failed together, although this server reaches the address that checks request. For up to an hour no proxy becomes dead. Check the firewall of this server, then the providers.',
  },
};

/** Not an incident but a setting, so nobody is alarmed: the console shows it. */
export const privateTarget = {
  title: 'Proxies cannot reach the address that their checks request',
  text: 'It is on this machine or in a private network. Failed checks of proxies elsewhere do not count until PROXY_CHECK_URL or SITE_URL is a public address.',
};

/** The cause of a failed request without a proxy. */
export const findIncidentCause = (reason: FailureReason): IncidentCause =>
  reason === 'network_failed' ? 'network' : 'target';
