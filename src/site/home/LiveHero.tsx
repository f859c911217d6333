import { Action } from '../sections/Action.tsx';
import { Receipt } from './Receipt.tsx';

type LiveHeroProps = {
  title: string;
  lead: string;
  action: { label: string; path: string };
  second: { label: string; path: string };
};

/** The promise, and beside it something that runs. */
export const LiveHero = ({ title, lead, action, second }: LiveHeroProps) => (
  <div className="mx-auto grid max-w-page items-center gap-x-14 gap-y-12 px-gutter pt-10 pb-section lg:grid-cols-2 lg:pt-14">
    <div>
      <h1 className="text-6xl">{title}</h1>
      <p className="mt-7 max-w-[46ch] text-lg text-quiet">{lead}</p>
      <div className="mt-9 flex flex-wrap gap-3">
        <Action {...action} />
        <Action {...second} isPrimary={false} />
      </div>
    </div>
    <Receipt />
  </div>
);
