type ComparisonProps = {
  /** What the table compares, for assistive technology. */
  caption: string;
  /** The names of the two or three alternatives. */
  ways: readonly string[];
  rows: readonly { name: string; cells: readonly string[] }[];
};

/** Alternatives side by side, one question per row; on a small screen each row becomes a list. */
export const Comparison = ({ caption, ways, rows }: ComparisonProps) => (
  <table className="block w-full text-left md:table">
    <caption className="sr-only">{caption}</caption>
    <thead className="hidden md:table-header-group">
      <tr className="border-b border-control align-bottom">
        <td className="w-1/5" />
        {ways.map((way) => (
          <th key={way} scope="col" className="py-3 pr-6 font-display text-lg font-semibold">
            {way}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="block md:table-row-group">
      {rows.map(({ name, cells }) => (
        <tr key={name} className="block border-b border-line py-4 align-top md:table-row md:py-0">
          <th scope="row" className="block pr-6 font-semibold md:table-cell md:py-4">
            {name}
          </th>
          {cells.map((cell, index) => (
            <td key={ways[index]} className="mt-2 block pr-6 md:table-cell md:py-4 md:text-quiet">
              <span aria-hidden="true" className="block text-xs text-quiet md:hidden">
                {ways[index]}
              </span>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
