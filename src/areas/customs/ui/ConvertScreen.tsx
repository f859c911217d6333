import { ArrowLeftRight } from 'lucide-react';
import { useSearchParams } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { Button } from '#ui/Button.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { Conversion } from './convert/Conversion.tsx';
import { RateTable } from './convert/RateTable.tsx';
import { useRates } from './queries.ts';

const defaults = { from: 'USD', to: 'EUR', amount: '1000', date: '' };
type Name = keyof typeof defaults;

/** What is converted, held in the address so that a link shows the same. */
function useConverter() {
  const [address, setAddress] = useSearchParams();
  const read = (name: Name) => address.get(name) ?? defaults[name];
  const asked = {
    from: read('from'),
    to: read('to'),
    amount: read('amount'),
    date: read('date'),
  };
  const change = (changes: Partial<typeof defaults>) =>
    setAddress((current) => ({ ...Object.fromEntries(current), ...changes }), {
      replace: true,
      preventScrollReset: true,
    });
  return { asked, change };
}

type FormProps = ReturnType<typeof useConverter>;

function ConverterForm({ asked, change }: FormProps) {
  const rates = useRates('EUR', asked.date);
  const known = rates.data?.results ?? [];
  const options = [...new Set([...known.map(({ code }) => code), 'EUR', asked.from, asked.to])]
    .sort()
    .map((code) => {
      const name = known.find((one) => one.code === code)?.name;
      return { value: code, label: name ? `${code}, ${name}` : code };
    });
  const select = (name: 'from' | 'to', label: string) => (
    <SelectField
      label={label}
      options={options}
      value={asked[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <div className="grid items-end gap-4 sm:grid-cols-[1fr_auto_1fr]">
      <TextField
        label="Amount"
        isNumeric
        inputMode="decimal"
        autoComplete="off"
        maxLength={24}
        value={asked.amount}
        onChange={({ target }) => change({ amount: target.value })}
        className="sm:col-span-2"
      />
      <TextField
        type="date"
        label="Day"
        value={asked.date}
        onChange={({ target }) => change({ date: target.value })}
      />
      {select('from', 'From')}
      <Button
        isIconOnly
        icon={<ArrowLeftRight size={18} aria-hidden />}
        onClick={() => change({ from: asked.to, to: asked.from })}
        className="max-sm:justify-self-center"
      >
        Swap the currencies
      </Button>
      {select('to', 'To')}
    </div>
  );
}

/** Converts by published rates, and says whose and of which day. */
export default function ConvertScreen() {
  const converter = useConverter();
  return (
    <>
      <title>{`Converter · ${site.name}`}</title>
      <PageHeader
        title="Converter"
        description="Published exchange rates, with their day and source. The same that calculations use."
      />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Convert">
          <ConverterForm {...converter} />
          <Conversion asked={converter.asked} />
        </Panel>
        <RateTable base={converter.asked.from} date={converter.asked.date} />
      </div>
    </>
  );
}
