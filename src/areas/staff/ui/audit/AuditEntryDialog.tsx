import { formatExactTime } from '#lib/format.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import type { AuditEntryWire } from '../../wire/audit.ts';
import { AuditSentence, Value } from './AuditSentence.tsx';
import { changedFields } from './changed-fields.ts';

type AuditEntryDialogProps = { entry: AuditEntryWire; onClose: () => void };

const Facts = ({ title, facts }: { title: string; facts: Record<string, unknown> | null }) =>
  facts && Object.keys(facts).length > 0 ? (
    <section>
      <h3 className="font-medium">{title}</h3>
      <pre className="mt-2 max-h-60 overflow-auto border border-line p-3 text-xs whitespace-pre-wrap wrap-anywhere surface-sunken">
        {JSON.stringify(facts, null, 2)}
      </pre>
    </section>
  ) : null;

function Changes({ entry }: { entry: AuditEntryWire }) {
  const changes = changedFields(entry);
  if (changes.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">Before and after</h3>
      <table className="mt-2 w-full text-left text-sm">
        <thead className="text-quiet">
          <tr>
            <th className="py-1 pr-4 font-medium">Field</th>
            <th className="py-1 pr-4 font-medium">Before</th>
            <th className="py-1 font-medium">After</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, label, before, after }) => (
            <tr key={field} className="border-t border-line align-top">
              <td className="py-1.5 pr-4">{label}</td>
              <td className="py-1.5 pr-4 text-quiet wrap-anywhere">
                <Value of={before} />
              </td>
              <td className="py-1.5 wrap-anywhere">
                <Value of={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const AuditEntryDialog = ({ entry, onClose }: AuditEntryDialogProps) => (
  <Dialog
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
    title={entry.action}
    description={formatExactTime(entry.at)}
    size="large"
  >
    <div className="grid gap-6">
      <p>
        <AuditSentence entry={entry} />
        {entry.reason && <span className="mt-1 block text-quiet">“{entry.reason}”</span>}
      </p>
      <Changes entry={entry} />
      <Facts title="Sent" facts={entry.input} />
      <Facts title="Parameters" facts={entry.params} />
      <DescriptionList
        items={[
          { term: 'Call', description: `${entry.method} ${entry.path}`, isNumeric: true },
          {
            term: 'Result',
            description: entry.status === null ? 'Unknown' : String(entry.status),
          },
          { term: 'Roles at the time', description: entry.staff.roles.join(', ') },
          { term: 'Address', description: entry.ip ?? 'Unknown' },
          { term: 'Browser', description: entry.user_agent || 'Unknown' },
          { term: 'Request', description: entry.request_id, isNumeric: true },
        ]}
      />
    </div>
  </Dialog>
);
