import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { CallError, errorMessage, fieldMessages } from '#lib/call-error.ts';
import { type TopUp, useCreatePayment } from '../queries.ts';
import type { PayCurrency } from './top-up.ts';
import { amountError, priceOf } from './top-up.ts';

type TopUpForm = UseFormReturn<TopUp>;

function showRefusal(form: TopUpForm, error: unknown) {
  const { fields, general } = fieldMessages(error instanceof CallError ? error.body : undefined);
  const { amount, pay_currency: payCurrency, ...others } = fields;
  if (amount?.[0]) form.setError('amount', { message: amount[0] }, { shouldFocus: true });
  if (payCurrency?.[0]) form.setError('pay_currency', { message: payCurrency[0] });
  const rest = [...general, ...Object.values(others).flat()];
  if (rest[0] || !(amount || payCurrency))
    form.setError('root', { message: rest[0] ?? errorMessage(error) });
}

export function useTopUp(currencies: readonly PayCurrency[], start: TopUp) {
  const navigate = useNavigate();
  const create = useCreatePayment();
  const { keyFor, endAttempt } = useIdempotencyKey();
  const form = useForm<TopUp>({ defaultValues: start });
  const payCurrency = useWatch({ control: form.control, name: 'pay_currency' });
  const findCurrency = (code: string) => currencies.find((one) => one.code === code);
  const chosen = findCurrency(payCurrency);

  async function submit(values: TopUp) {
    const body = {
      ...values,
      amount: values.amount.trim(),
      ...(chosen && { currency: priceOf(chosen).currency }),
    };
    try {
      const { uuid } = await create.mutateAsync({ body, key: keyFor(body) });
      await navigate(`/dashboard/payments/${uuid}`);
    } catch (error) {
      endAttempt(error);
      showRefusal(form, error);
    }
  }

  return {
    form,
    chosen,
    handleSubmit: form.handleSubmit(submit),
    amountField: form.register('amount', {
      validate: (text, { pay_currency }) => {
        const currency = findCurrency(pay_currency);
        return currency && amountError(text, currency);
      },
      deps: [],
    }),
    currencyField: form.register('pay_currency', {
      validate: (code) => (findCurrency(code) ? undefined : 'Choose what to pay in.'),
    }),
  };
}
