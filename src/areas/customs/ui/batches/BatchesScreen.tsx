import { Link } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { BatchTable } from './BatchTable.tsx';
import { BatchUpload } from './BatchUpload.tsx';

/** Files of many imports, calculated in the background. */
export default function BatchesScreen() {
  return (
    <>
      <title>{`Batches · ${site.name}`}</title>
      <PageHeader
        title="Batches"
        description="Calculate a file of vehicles or goods, and get a file with the results back."
        back={
          <Link to="/dashboard/customs" className="link">
            Customs
          </Link>
        }
      />
      <div className="mt-6 grid gap-6">
        <BatchUpload />
        <Panel title="Your batches" isFlush>
          <BatchTable />
        </Panel>
      </div>
    </>
  );
}
