import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import { firstStepPrice } from '../pages/first-step-prices.ts';

const services = contentCards.flatMap(({ path, label, service }) =>
  service ? [{ path, label, ...service }] : [],
);

const hasPrices = services.some(({ path }) => firstStepPrice(path));

const columns = ['What it is for', 'First step', 'Takes', 'In the end you own'] as const;

const Cell = ({ name, children }: { name: string; children: string }) => (
  <td className="block pr-6 md:table-cell md:py-4">
    <span aria-hidden="true" className="text-sm text-quiet md:hidden">
      {name}:{' '}
    </span>
    {children}
  </td>
);

/** All services, one row each. On a small screen each row is a list. */
export const ServiceTable = () => (
  <table className="block w-full text-left md:table">
    <caption className="sr-only">Our services and how each one starts</caption>
    <thead className="hidden md:table-header-group">
      <tr className="border-b border-control text-sm text-quiet">
        {['Service', ...columns, ...(hasPrices ? ['From'] : [])].map((name) => (
          <th key={name} scope="col" className="py-2 pr-6 font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="block md:table-row-group">
      {services.map(({ path, label, purpose, firstStep, duration, receives }) => (
        <tr
          key={path}
          className="block border-b border-line py-4 align-baseline md:table-row md:py-0"
        >
          <th
            scope="row"
            className="block pr-6 pb-1 font-display text-lg font-semibold whitespace-nowrap md:table-cell md:py-4"
          >
            <PageLink href={path} className="hover:text-accent">
              {label}
            </PageLink>
          </th>
          {[purpose, firstStep, duration, receives].map((text, at) => (
            <Cell key={columns[at]} name={columns[at] ?? ''}>
              {text}
            </Cell>
          ))}
          {hasPrices && <Cell name="From">{firstStepPrice(path) ?? 'Ask'}</Cell>}
        </tr>
      ))}
    </tbody>
  </table>
);
