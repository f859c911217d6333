import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { BatchTable } from './BatchTable.tsx';
import { BatchUpload } from './BatchUpload.tsx';

/** Files of many imports, calculated in the background. */
export default function BatchesScreen() {
  return (
    <Screen
      title="Batches"
      description="Calculate a file of vehicles or goods, and get a file with the results back."
      back={{ to: '/dashboard/customs', label: 'Customs' }}
    >
      <BatchUpload />
      <Panel title="Your batches" isFlush>
        <BatchTable />
      </Panel>
    </Screen>
  );
}
