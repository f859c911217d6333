// The packages as a software bill of materials in the format CycloneDX 1.6, from the locks. `npm sbom`
// leaves out packages that the server shares with the tools of the build, such as React.
import { randomUUID } from 'node:crypto';
import { type Lock, type LockedPackage, neededBy, resolvePlace, toName } from './lock.ts';

/** `required` and `optional` run on a server; `excluded` build or test. */
type Scope = 'required' | 'optional' | 'excluded';
type Licence = { license: { id: string } } | { expression: string };

export type Component = {
  type: 'application' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  group?: string;
  scope?: Scope;
  hashes?: { alg: 'SHA-512'; content: string }[];
  licenses?: Licence[];
};

export type Sbom = {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  serialNumber: string;
  version: 1;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

export type LockedProject = { name: string; version: string; lock: Lock };

/** A server of its own brings Node; an image gets the one that builds. */
const nodePlace = 'node_modules/node';

/** The packages of a server on any platform; with `others`, also those that build and test. */
export function createSbom(
  { name, version, lock }: LockedProject,
  { now, others = [] }: { now: Date; others?: [folder: string, lock: Lock][] },
): Sbom {
  const product: Component = {
    type: 'application',
    'bom-ref': name,
    name,
    version,
    purl: toPurl(name, version),
  };
  const parts: [folder: string, lock: Lock, places: string[]][] = [
    ['', lock, listPlaces(lock).filter((place) => others.length > 0 || isRuntime(lock, place))],
    ...others.map(([folder, one]): [string, Lock, string[]] => [folder, one, listPlaces(one)]),
  ];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: { timestamp: now.toISOString(), component: product },
    components: parts.flatMap(([folder, one, places]) =>
      places.map((place) => ({
        ...describePackage(place, one[place]!),
        'bom-ref': folder + place,
        scope: folder === '' && isRuntime(one, place) ? toScope(one[place]!) : 'excluded',
      })),
    ),
    dependencies: parts.flatMap(([folder, one, places]) => {
      const known = new Set(places);
      const roots = folder === '' ? [''] : [];
      return [...roots, ...places].map((place) => ({
        ref: place === '' ? name : folder + place,
        dependsOn: listTargets(one, place)
          .filter((target) => known.has(target))
          .map((target) => folder + target),
      }));
    }),
  };
}

const listPlaces = (lock: Lock) => Object.keys(lock).filter((place) => place !== '');
const isRuntime = (lock: Lock, place: string) => !lock[place]!.dev || place === nodePlace;
const toScope = ({ optional }: LockedPackage): Scope => (optional ? 'optional' : 'required');

const listTargets = (lock: Lock, place: string): string[] => [
  ...new Set(neededBy(lock[place]!).flatMap((name) => resolvePlace(lock, place, name) ?? [])),
];

function describePackage(place: string, { version, integrity, license }: LockedPackage) {
  const full = toName(place);
  const [group, name] = full.includes('/') ? full.split('/') : [undefined, full];
  return {
    type: 'library' as const,
    ...(group && { group }),
    name: name!,
    version,
    purl: toPurl(full, version),
    ...(integrity && { hashes: [toHash(integrity)] }),
    ...(license && { licenses: [toLicence(license)] }),
  };
}

const toPurl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const toHash = (integrity: string) => ({
  alg: 'SHA-512' as const,
  content: Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex'),
});

const toLicence = (text: string): Licence =>
  / (OR|AND) /.test(text) ? { expression: text } : { license: { id: text } };
