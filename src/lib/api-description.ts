// The whole API: the contracts of all areas, and what they say of themselves in the reference.
import type { Endpoint } from './endpoint.ts';

export type ApiArea = {
  /** The last part of the address of its page in the reference. */
  slug: string;
  title: string;
  sentence: string;
  /** The page that explains the area. */
  guide?: string;
  /** The groups of the calls of customers, in the order of use. */
  groups: readonly string[];
};

/** The exports of a contract module by name; only the endpoints among them are calls. */
export type Contract = Readonly<Record<string, unknown>>;
export type Contracts = Readonly<Record<string, Contract>>;
export type ApiDescription = {
  contracts: Contracts;
  /** By the names of their contracts, in the order of use. */
  areas: Readonly<Record<string, ApiArea>>;
  /** Those that contracts name in `tool`, in the order of use. */
  toolsets: readonly string[];
};

export type NamedEndpoint = { name: string; area: string; endpoint: Endpoint };

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value;

export const listEndpoints = (contracts: Contracts): NamedEndpoint[] =>
  Object.entries(contracts).flatMap(([area, contract]) =>
    Object.entries(contract).flatMap(([name, value]) =>
      isEndpoint(value) ? [{ name, area, endpoint: value }] : [],
    ),
  );
