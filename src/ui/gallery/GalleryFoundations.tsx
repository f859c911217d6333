import clsx from 'clsx';

const swatches = [
  { name: 'ground', className: 'bg-ground' },
  { name: 'raised', className: 'bg-raised' },
  { name: 'sunken', className: 'bg-sunken' },
  { name: 'accent', className: 'bg-accent text-on-accent' },
  { name: 'info', className: 'bg-info text-on-info' },
  { name: 'warning', className: 'bg-warning text-on-warning' },
  { name: 'success', className: 'text-success' },
  { name: 'danger', className: 'text-danger' },
  { name: 'warning-text', className: 'text-warning-text' },
  { name: 'quiet', className: 'text-quiet' },
  { name: 'chart-1', className: 'border-t-8 border-t-chart-1' },
  { name: 'chart-2', className: 'border-t-8 border-t-chart-2' },
  { name: 'chart-3', className: 'border-t-8 border-t-chart-3' },
  { name: 'chart-4', className: 'border-t-8 border-t-chart-4' },
  { name: 'chart-5', className: 'border-t-8 border-t-chart-5' },
];

export const GalleryFoundations = () => (
  <>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-3">
      {swatches.map(({ name, className }) => (
        <div key={name} className={clsx('border border-line px-3 py-4 text-sm', className)}>
          {name}
        </div>
      ))}
    </div>
    <div className="grid gap-3">
      <p className="font-display text-6xl font-semibold">Systems that hold</p>
      <p className="font-display text-4xl font-semibold">Many threads, a few strong ones</p>
      <p className="font-display text-2xl font-semibold">Duty for one car, in one call</p>
      <p className="text-lg">A lead paragraph says what the page is for.</p>
      <p className="max-w-measure">
        Body text runs to at most sixty-eight characters a line. Links in it are{' '}
        <a href="#prose" className="link">
          info and underlined
        </a>
        , code is <code className="font-mono text-sm">POST /apix/leads/leads/submit/</code>.
      </p>
      <p className="font-mono text-sm tabular-nums">1,204.50 USD 0O 1lI {'{}'} =&gt; 98.76 %</p>
    </div>
    <div id="prose" className="prose">
      <h3>How a calculation is made</h3>
      <p>Each rule names its source, and the result lists every step.</p>
      <ul>
        <li>Customs value in the currency of the invoice</li>
        <li>Duty by tariff code</li>
      </ul>
      <pre>
        <code>{'curl -X POST https://example.com/apix/'}</code>
      </pre>
    </div>
  </>
);
