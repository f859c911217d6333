// The states of the components that customers know, from what the product knows about itself: the
// checks that staff see, switched-off features, and open incidents. Pure.
import type { CheckedPart, PartState } from '#kernel/observability/system-checks.ts';
import type { Feature } from '#lib/features.ts';
import {
  type ComponentName,
  type ComponentState,
  chooseWorse,
  componentNames,
  type Impact,
} from '../../wire/status.constants.ts';

/** Its state while the part is down, and while staff should look at it. */
type Effect = readonly [down: ComponentState, warning: ComponentState];
type Needs = {
  parts: Readonly<Record<string, Effect>>;
  features?: Partial<Record<Feature, Impact>>;
  /** The part without which the installation does not offer the component. */
  own?: string;
};

const database: Effect = ['down', 'degraded'];
const storage: Effect = ['degraded', 'up'];

const needs: Record<ComponentName, Needs> = {
  website: { parts: { database, storage }, features: { inquiries: 'degraded' } },
  api: { parts: { database } },
  payments: { parts: { database }, features: { payments: 'down' } },
  customs: {
    // One source of several that does not answer changes nothing for customers.
    parts: { database, rates: ['degraded', 'up'] },
    features: { calculations: 'down' },
  },
  gateway: {
    parts: { database, gateway: ['down', 'degraded'] },
    features: { proxy: 'down' },
    own: 'gateway',
  },
  transcription: {
    parts: { database, storage, transcription: ['down', 'degraded'] },
    features: { transcription: 'down' },
  },
  synthesis: {
    parts: { database, synthesis: ['down', 'degraded'] },
    features: { synthesis: 'down' },
  },
  mail: { parts: { database, mail: ['down', 'degraded'] }, own: 'mail' },
};

const findEffect = (state: PartState | undefined, [down, warning]: Effect): ComponentState =>
  state === 'down' ? down : state === 'warning' ? warning : 'up';

/** What is known at a moment. */
export type Findings = {
  parts: readonly Pick<CheckedPart, 'name' | 'state'>[];
  off: readonly Feature[];
  /** Of the open incidents. */
  impacts: readonly Partial<Record<ComponentName, Impact>>[];
};

export type States = ReadonlyMap<ComponentName, ComponentState>;

/** The features whose switch changes the component. */
export const listFeatures = (name: ComponentName) =>
  Object.keys(needs[name].features ?? {}) as Feature[];

/** Without the components that the installation does not offer. */
export function judgeComponents({ parts, off, impacts }: Findings): States {
  const stateByPart = new Map(parts.map(({ name, state }) => [name, state]));
  const states = new Map<ComponentName, ComponentState>();
  for (const name of componentNames) {
    const { parts: needed, features = {}, own } = needs[name];
    if (own && stateByPart.get(own) === 'off') continue;
    const found = [
      ...Object.entries(needed).map(([part, effect]) => findEffect(stateByPart.get(part), effect)),
      ...off.flatMap((feature) => features[feature] ?? []),
      ...impacts.flatMap((one) => one[name] ?? []),
    ];
    states.set(name, found.reduce(chooseWorse, 'up'));
  }
  return states;
}
