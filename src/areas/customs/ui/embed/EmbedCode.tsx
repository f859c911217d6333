import { useEffect, useRef, useState } from 'react';
import { apiBaseUrl } from '#client/session.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { EmbedKeyWire } from '../../wire/embed/embed.ts';
import { countryOptions } from '../countries.ts';
import { useRuleSets } from '../queries.ts';
import { printEmbedCode } from './embed-code.ts';

type PreviewProps = { publicKey: string; kind: ImportKind; country: string };

const kindOptions: { value: ImportKind; label: string }[] = [
  { value: 'vehicle', label: 'Vehicles' },
  { value: 'goods', label: 'Goods' },
];

/** The calculator itself. It works on our pages too, and its calculations count. */
function Preview({ publicKey, kind, country }: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isGone = false;
    const calculator = document.createElement('duty-calculator');
    // React would take an attribute called `key` for its own.
    calculator.setAttribute('key', publicKey);
    calculator.setAttribute('kind', kind);
    if (country) calculator.setAttribute('country', country);
    void import('./element/duty-calculator.ts').then(() => {
      if (!isGone) place.current?.replaceChildren(calculator);
    });
    return () => {
      isGone = true;
      calculator.remove();
    };
  }, [publicKey, kind, country]);
  return <div ref={place} className="min-h-40" />;
}

type EmbedCodeProps = { embedKey: EmbedKeyWire; onClose: () => void };

/** The HTML to copy, and what it shows. */
export function EmbedCode({ embedKey, onClose }: EmbedCodeProps) {
  const [kind, setKind] = useState<ImportKind>('vehicle');
  const [country, setCountry] = useState('');
  const { data: sets = [] } = useRuleSets(kind, '');
  const origin = apiBaseUrl || location.origin;
  const code = printEmbedCode({ publicKey: embedKey.public_key, kind, country, origin });
  const countries = countryOptions(sets.flatMap(({ countries: of }) => of));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`HTML for ${embedKey.name}`}
      description="Paste it where the calculator should be. The key is no secret: it works only on the sites of your list."
      size="large"
    >
      <div className="grid grid-cols-1 gap-5">
        <div className="grid items-start gap-x-4 gap-y-5 sm:grid-cols-2">
          <SelectField
            label="What visitors import"
            options={kindOptions}
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as ImportKind);
              setCountry('');
            }}
          />
          <SelectField
            label="Destination"
            help="One country for all visitors, or let them choose."
            options={[{ value: '', label: 'Visitors choose' }, ...countries]}
            value={country}
            onChange={({ target }) => setCountry(target.value)}
          />
        </div>
        <div className="grid grid-cols-1 justify-items-end gap-3">
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has no other way in.
            tabIndex={0}
            className="w-full overflow-x-auto border border-line surface-sunken p-4 font-mono text-xs leading-5"
          >
            <code>{code}</code>
          </pre>
          <CopyButton value={code} label="Copy HTML" size="small" variant="primary" />
        </div>
        <section aria-label="Preview">
          <p className="mb-2 text-sm text-quiet">
            Preview. Its colours follow the reader, or the CSS variables of your site.
          </p>
          <Preview publicKey={embedKey.public_key} kind={kind} country={country} />
        </section>
        <p className="text-sm text-quiet">
          Colours, events and frameworks:{' '}
          <a href="/docs/embed" className="link">
            Duty calculator for your site
          </a>
        </p>
      </div>
    </Dialog>
  );
}
