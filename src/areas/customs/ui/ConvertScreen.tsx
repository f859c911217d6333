import { ArrowLeftRight } from 'lucide-react';
import { Button } from '#ui/Button.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Screen } from '#ui/Screen.tsx';
import { useAddressText } from '#ui/use-address-text.ts';
import { useAddressValues } from '#ui/use-address-values.ts';
import { Conversion } from './convert/Conversion.tsx';
import { RateTable } from './convert/RateTable.tsx';
import { useRates } from './queries.ts';

const defaults = { from: 'USD', to: 'EUR', date: '' };
type Name = keyof typeof defaults;

/** The query is in the address, so a link shows the same conversion. */
function useConverter() {
  const [address, change] = useAddressValues();
  const amount = useAddressText('amount', '1000');
  const read = (name: Name) => address.get(name) ?? defaults[name];
  const query = { from: read('from'), to: read('to'), date: read('date'), amount: amount.stored };
  return { query, amount, change };
}

type FormProps = ReturnType<typeof useConverter>;

function ConverterForm({ query, amount, change }: FormProps) {
  const rates = useRates('EUR', query.date);
  const known = rates.data?.results ?? [];
  const options = [...new Set([...known.map(({ code }) => code), 'EUR', query.from, query.to])]
    .sort()
    .map((code) => {
      const name = known.find((one) => one.code === code)?.name;
      return { value: code, label: name ? `${code}, ${name}` : code };
    });
  const select = (name: 'from' | 'to', label: string) => (
    <SelectField
      label={label}
      options={options}
      value={query[name]}
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
        value={amount.typed}
        onChange={({ target }) => amount.change(target.value)}
        className="sm:col-span-2"
      />
      <TextField
        type="date"
        label="Day"
        value={query.date}
        onChange={({ target }) => change({ date: target.value || null })}
      />
      {select('from', 'From')}
      <Button
        isIconOnly
        icon={<ArrowLeftRight size={18} aria-hidden />}
        onClick={() => change({ from: query.to, to: query.from })}
        className="max-sm:justify-self-center"
      >
        Swap the currencies
      </Button>
      {select('to', 'To')}
    </div>
  );
}

export default function ConvertScreen() {
  const converter = useConverter();
  return (
    <Screen
      title="Converter"
      description="Published exchange rates, with their day and source. The same that calculations use."
    >
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel title="Convert">
          <ConverterForm {...converter} />
          <Conversion query={converter.query} typed={converter.amount.typed} />
        </Panel>
        <RateTable base={converter.query.from} date={converter.query.date} />
      </div>
    </Screen>
  );
}
