import { formatCount, formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { scopeLabels } from '#lib/scope-labels.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { ApiKeyWire } from '../../wire/index.ts';
import { keyStatusLabels } from '../../wire/keys.constants.ts';
import { isKeyEventAllowed } from '../../wire/keys.states.ts';
import { KeyDays } from './KeyDays.tsx';
import { KeyRequests } from './KeyRequests.tsx';
import { formatExpiry, keyStatusTones } from './key.labels.ts';

export const KeyStatusBadge = ({ apiKey }: { apiKey: ApiKeyWire }) =>
  apiKey.budget_reached && apiKey.is_valid ? (
    <Badge tone="danger">Budget used up</Badge>
  ) : (
    <Badge tone={keyStatusTones[apiKey.status]}>{keyStatusLabels[apiKey.status]}</Badge>
  );

const scopeNames = ({ scopes }: ApiKeyWire) =>
  scopes.map((scope) => scopeLabels[scope].label).join(', ');

function listFacts(key: ApiKeyWire) {
  const used = key.last_used_at && (
    <>
      <RelativeTime value={key.last_used_at} />
      {key.last_used_ip && <> from {key.last_used_ip}</>}
    </>
  );
  return [
    { term: 'Status', description: <KeyStatusBadge apiKey={key} /> },
    ...(key.status_reason ? [{ term: 'Reason', description: key.status_reason }] : []),
    ...(key.replaced_by ? [{ term: 'Replaced', description: 'By a newer key' }] : []),
    ...(key.description ? [{ term: 'Description', description: key.description }] : []),
    { term: 'Preview', description: key.key_preview, isNumeric: true },
    { term: 'Scopes', description: scopeNames(key) },
    { term: 'Addresses', description: key.allowed_ips.join(', ') || 'Any' },
    ...listBudgetFacts(key),
    { term: 'Last used', description: used ?? 'Never' },
    {
      term: 'Expires',
      description: key.expires_at ? `${formatExpiry(key)}, ${formatDate(key.expires_at)}` : 'Never',
    },
    { term: 'Created', description: <RelativeTime value={key.created_at} /> },
  ];
}

/** Use of this month, of the budget where there is one. */
function listBudgetFacts({ month, requests_budget, overage_budget, ...key }: ApiKeyWire) {
  const requests =
    requests_budget === null
      ? formatCount(month.requests)
      : `${formatCount(month.requests)} of ${formatCount(requests_budget)}`;
  const cost = formatMoney(month.overage_cost, month.currency);
  const budget =
    overage_budget && formatMoney(overage_budget, key.overage_budget_currency ?? month.currency);
  return [
    { term: 'Counted this month', description: requests },
    ...(budget || Number(month.overage_cost) > 0
      ? [{ term: 'Over the quota', description: budget ? `${cost} of ${budget}` : cost }]
      : []),
  ];
}

export type KeyAction = 'edit' | 'rotate' | 'revoke';
export const keyActions: readonly { action: KeyAction; label: string }[] = [
  { action: 'edit', label: 'Edit' },
  { action: 'rotate', label: 'Rotate' },
  { action: 'revoke', label: 'Revoke' },
];

/** Whether the action is possible now; a replaced key can only be revoked. */
export const canDo = (key: ApiKeyWire, action: KeyAction): boolean =>
  key.status !== 'revoked' &&
  isKeyEventAllowed(key.status, action) &&
  (key.replaced_by === null || action === 'revoke');

type KeyDetailsProps = {
  apiKey: ApiKeyWire;
  onAction: (action: KeyAction) => void;
  onClose: () => void;
};

export function KeyDetails({ apiKey, onAction, onClose }: KeyDetailsProps) {
  const offered = keyActions.filter(({ action }) => canDo(apiKey, action));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={apiKey.name}
      actions={
        offered.length > 0 &&
        offered.map(({ action, label }) => (
          <Button
            key={action}
            variant={action === 'revoke' ? 'danger' : 'secondary'}
            onClick={() => onAction(action)}
          >
            {label}
          </Button>
        ))
      }
    >
      <p className="text-sm text-quiet">
        {formatCount(apiKey.total_requests, 'request')} in all, by day over the last 30 days:
      </p>
      <KeyRequests apiKey={apiKey} className="mt-3 h-16 w-full" />
      <KeyDays apiKey={apiKey} />
      <DescriptionList items={listFacts(apiKey)} className="mt-5" />
    </Dialog>
  );
}
