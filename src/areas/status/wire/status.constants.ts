// What both halves call the parts of the product, their states, and the states of an incident.

/** In the order of the status page. */
export const components = {
  website: 'Website and accounts',
  api: 'API',
  payments: 'Payments',
  customs: 'Customs calculations',
  gateway: 'Proxy gateway',
  transcription: 'Speech to text',
  synthesis: 'Text to speech',
  mail: 'E-mail delivery',
} as const;
export type ComponentName = keyof typeof components;
export const componentNames = Object.keys(components) as [ComponentName, ...ComponentName[]];

/** From the best to the worst. */
export const componentStates = ['up', 'degraded', 'down'] as const;
export type ComponentState = (typeof componentStates)[number];

export const chooseWorse = (a: ComponentState, b: ComponentState): ComponentState =>
  componentStates.indexOf(b) > componentStates.indexOf(a) ? b : a;

/** What an incident does to a component. */
export const impactStates = ['degraded', 'down'] as const;
export type Impact = (typeof impactStates)[number];

export const stateLabels: Record<ComponentState, string> = {
  up: 'Works',
  degraded: 'Disrupted',
  down: 'Down',
};

export const incidentStates = ['investigating', 'identified', 'monitoring', 'resolved'] as const;
export type IncidentState = (typeof incidentStates)[number];

export const incidentStateLabels: Record<IncidentState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
};

/** Days of history that are kept, today among them. */
export const historyDays = 90;
/** Resolved incidents are on the status page for this many days. */
export const pastIncidentDays = 30;
/** Of the status page and the feed: the newest. */
export const publicIncidentsMax = 50;
export const minutesOfDay = 1440;

export const titleLengthMax = 120;
export const messageLengthMax = 2000;

export const statusPath = '/status';
export const statusFeedPath = '/status/feed.xml';
