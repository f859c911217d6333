import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useApiForm } from '#client/use-api-form.ts';
import { type TopUp, useCreatePayment } from '../queries.ts';
import { amountError, type PayCurrency, readPrice } from './top-up.ts';

/** The rules depend on the currency and are stricter than those of the contract's schema. */
export function useTopUp(currencies: readonly PayCurrency[], start: TopUp) {
  const navigate = useNavigate();
  const create = useCreatePayment();
  const findCurrency = (code: string) => currencies.find((one) => one.code === code);
  const { form, submit, isBusy } = useApiForm({
    defaultValues: start,
    rules: ({ amount, pay_currency }) => {
      const currency = findCurrency(pay_currency);
      return currency
        ? { amount: amountError(amount, currency) }
        : { pay_currency: 'Choose what to pay in.' };
    },
    toBody: ({ amount, pay_currency }) => {
      const currency = findCurrency(pay_currency);
      return {
        amount: amount.trim(),
        pay_currency,
        ...(currency && { currency: readPrice(currency).currency }),
      };
    },
    save: async (body, { idempotencyKey }) => {
      const { uuid } = await create.mutateAsync({ body, key: idempotencyKey });
      await navigate(`/dashboard/payments/${uuid}`);
    },
  });
  const payCurrency = useWatch({ control: form.control, name: 'pay_currency' });
  return { form, chosen: findCurrency(payCurrency), submit, isBusy };
}
