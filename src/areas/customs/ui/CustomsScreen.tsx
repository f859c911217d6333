import {
  ArrowRight,
  CodeXml,
  Columns3,
  FileSpreadsheet,
  ListTree,
  Package,
  Truck,
} from 'lucide-react';
import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { History } from './history/History.tsx';

const ways = [
  {
    path: '/dashboard/customs/vehicle',
    icon: Truck,
    title: 'Import a vehicle',
    text: 'Duty, excise, VAT and fees by age, engine and origin.',
  },
  {
    path: '/dashboard/customs/goods',
    icon: Package,
    title: 'Import goods',
    text: 'Duties on each line of a shipment, by tariff code.',
  },
  {
    path: '/dashboard/customs/compare',
    icon: Columns3,
    title: 'Compare scenarios',
    text: 'Up to five countries, importers or powertrains side by side.',
  },
  {
    path: '/dashboard/customs/batches',
    icon: FileSpreadsheet,
    title: 'Calculate a file',
    text: 'Up to 10,000 vehicles or goods from a CSV or JSON file.',
  },
  {
    path: '/dashboard/customs/tariff',
    icon: ListTree,
    title: 'Look up a tariff code',
    text: 'Codes of goods with their duties and conditions.',
  },
  {
    path: '/dashboard/customs/embed',
    icon: CodeXml,
    title: 'Put it on your site',
    text: 'A calculator for your own pages, in two lines of HTML.',
  },
];

/** Starts a calculation, and lists earlier ones. */
export default function CustomsScreen() {
  return (
    <>
      <title>{`Customs · ${site.name}`}</title>
      <PageHeader
        title="Customs"
        description="What an import will cost, with the source of every line."
      />
      <ul className="mt-6 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {ways.map(({ path, icon: Icon, title, text }) => (
          <li key={path} className="grid">
            <Link
              to={path}
              className="group grid content-start gap-1 border border-line p-5 transition-colors surface-raised hover:border-control"
            >
              <Icon size={22} aria-hidden className="text-accent" />
              <span className="mt-2 flex items-center gap-2 font-display text-lg font-semibold">
                {title}
                <ArrowRight
                  size={16}
                  aria-hidden
                  className="transition-transform group-hover:translate-x-1"
                />
              </span>
              <span className="text-sm text-quiet">{text}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <History />
      </div>
    </>
  );
}
