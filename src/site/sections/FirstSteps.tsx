import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';
import { firstStepPrice } from '../pages/first-step-prices.ts';

const services = contentCards.flatMap(({ path, label, service }) =>
  service ? [{ path, label, ...service }] : [],
);

const columns = ['For', 'First step', 'Takes', 'Price'] as const;

const cellClass = 'mt-1 block pr-6 md:mt-0 md:table-cell md:py-4';

const CellName = ({ at }: { at: number }) => (
  <span aria-hidden="true" className="text-sm text-quiet md:hidden">
    {columns[at]}:{' '}
  </span>
);

/** A price that content/ states, or the way to ask for it. */
function Price({ path, label }: { path: string; label: string }) {
  const price = firstStepPrice(path);
  if (price) return <span className="tabular-nums">{price}</span>;
  return (
    <PageLink href={`/company/contact?about=${path}`} className="link whitespace-nowrap">
      Ask for a quote<span className="sr-only"> for {label}</span>
    </PageLink>
  );
}

/** The first step of each service with its price, one row each. */
export const FirstSteps = () => (
  <table className="block w-full text-left md:table">
    <caption className="sr-only">The first step of each service, and what it costs</caption>
    <thead className="hidden md:table-header-group">
      <tr className="border-b border-control text-sm text-quiet">
        {['Service', ...columns].map((name) => (
          <th key={name} scope="col" className="py-2 pr-6 font-normal">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="block md:table-row-group">
      {services.map(({ path, label, purpose, firstStep, duration }) => (
        <tr
          key={path}
          className="block border-b border-line py-4 align-baseline md:table-row md:py-0"
        >
          <th
            scope="row"
            className="block pr-6 text-lg font-semibold md:table-cell md:py-4 lg:whitespace-nowrap"
          >
            <PageLink href={path} className="font-display hover:text-accent">
              {label}
            </PageLink>
          </th>
          {[purpose, firstStep, duration].map((text, at) => (
            <td key={columns[at]} className={cellClass}>
              <CellName at={at} />
              {text}
            </td>
          ))}
          <td className={cellClass}>
            <CellName at={3} />
            <Price path={path} label={label} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
