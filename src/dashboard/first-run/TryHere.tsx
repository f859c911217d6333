import { Panel } from '#ui/Panel.tsx';
import { LinkRow } from './LinkRow.tsx';

const things = [
  {
    path: '/dashboard/customs/vehicle',
    title: 'Calculate an import duty',
    text: 'A car and a country give every charge, with its rate and its source.',
  },
  {
    path: '/dashboard/speech',
    title: 'Turn text into speech',
    text: 'Type a sentence, choose a voice, and listen.',
  },
  {
    path: '/dashboard/proxy',
    title: 'Send requests through proxies',
    text: 'Name a target and add proxies, and get an address for your programs.',
  },
];

/** What the product does, without a line of code. */
export const TryHere = () => (
  <Panel title="In the browser" isFlush>
    <ul className="divide-y divide-line">
      {things.map((thing) => (
        <LinkRow key={thing.path} {...thing} isProminent />
      ))}
    </ul>
  </Panel>
);
