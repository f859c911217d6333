import { Diagram } from '../diagram/Diagram.tsx';

export const GalleryDiagrams = () => (
  <div className="grid items-center gap-10 lg:grid-cols-12">
    <p className="font-display text-4xl font-semibold text-balance lg:col-span-5">
      We build software that holds many threads at once
    </p>
    <Diagram
      className="lg:col-span-7"
      label="The platform: six areas and what flows between them"
      layers={['Accounts', 'Billing', 'Payments', 'Ledger', 'Customs', 'Speech']}
      flows={['Sign-in', 'An API call', 'A payment', 'Duty calculation', 'Invoice']}
      links={[
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 2],
        [4, 3],
        [3, 4],
      ]}
    />
    <div className="border border-line p-5 surface-raised lg:col-span-4">
      <Diagram
        label="Car import portal"
        layers={['Portal', 'Rules', 'PDF']}
        flows={['Vehicle', 'Duty', 'Report']}
        links={[[1, 1]]}
      />
    </div>
    <Diagram
      isDecorative
      className="lg:col-span-4"
      label="Decoration"
      layers={['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']}
      flows={['1', '2', '3', '4']}
    />
  </div>
);
