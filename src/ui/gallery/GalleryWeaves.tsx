import { Weave } from '../Weave.tsx';

export const GalleryWeaves = () => (
  <div className="grid items-center gap-10 lg:grid-cols-12">
    <p className="font-display text-4xl font-semibold text-balance lg:col-span-5">
      We build software that holds many threads at once
    </p>
    <Weave
      className="lg:col-span-7"
      label="The platform: six areas and what flows between them"
      warp={['Accounts', 'Billing', 'Payments', 'Ledger', 'Customs', 'Speech']}
      weft={['Sign-in', 'An API call', 'A payment', 'Duty calculation', 'Invoice']}
      knots={[
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 2],
        [4, 3],
        [3, 4],
      ]}
    />
    <div className="border border-line p-5 surface-raised lg:col-span-4">
      <Weave
        label="Car import portal"
        warp={['Portal', 'Rules', 'PDF']}
        weft={['Vehicle', 'Duty', 'Report']}
        knots={[[1, 1]]}
      />
    </div>
    <Weave
      isDecorative
      className="lg:col-span-4"
      label="Decoration"
      warp={['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']}
      weft={['1', '2', '3', '4']}
    />
  </div>
);
