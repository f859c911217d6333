import site from '#content/site.json' with { type: 'json' };
import { PageLink } from '../navigation/PageLink.tsx';
import { contentCards } from '../pages/content-cards.ts';

/** Optional in content/site.json: the price of the first step by service, as text. */
const prices: Readonly<Record<string, string>> =
  (site as { firstStepPrices?: Record<string, string> }).firstStepPrices ?? {};

/** By the path of a service; undefined where the price has to be asked for. */
const firstStepPrice = (path: string): string | undefined => prices[path.split('/').at(-1) ?? ''];

const services = contentCards.flatMap(({ path, label, service }) =>
  service ? [{ path, label, ...service }] : [],
);

const columns = {
  purpose: 'What it is for',
  firstStep: 'First step',
  duration: 'Takes',
  receives: 'In the end you own',
  price: 'Price',
} as const;
type Column = keyof typeof columns;

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

/** All services and their first steps, one row each. On a small screen each row is a list. */
export function ServiceTable({ caption, without }: { caption: string; without?: Column }) {
  const visible = (Object.keys(columns) as Column[]).filter((column) => column !== without);
  return (
    <table className="block w-full text-left md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="hidden md:table-header-group">
        <tr className="border-b border-control text-sm text-quiet">
          {['Service', ...visible.map((column) => columns[column])].map((name) => (
            <th key={name} scope="col" className="py-2 pr-6 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {services.map(({ path, label, ...service }) => (
          <tr
            key={path}
            className="block border-b border-line py-4 align-baseline md:table-row md:py-0"
          >
            <th
              scope="row"
              className="block pr-6 pb-1 text-lg font-semibold md:table-cell md:py-4 lg:whitespace-nowrap"
            >
              <PageLink href={path} className="font-display hover:text-accent">
                {label}
              </PageLink>
            </th>
            {visible.map((column) => (
              <td key={column} className="mt-1 block pr-6 md:mt-0 md:table-cell md:py-4">
                <span aria-hidden="true" className="text-sm text-quiet md:hidden">
                  {columns[column]}:{' '}
                </span>
                {column === 'price' ? <Price path={path} label={label} /> : service[column]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
