import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useBillingCountry } from '#client/billing-country.ts';
import { useCall, useChange } from '#client/use-call.ts';
import {
  createCardSetup,
  listCards,
  readCardSetup,
  removeCard,
  setDefaultCard,
} from '../../wire/cards.ts';
import {
  type PaymentSettingsBody,
  patchPaymentSettings,
  readPaymentSettings,
} from '../../wire/settings.ts';
import { paymentsKey } from '../queries.ts';

export const cardsKey = [...paymentsKey, 'cards'];
/** More than an account may have. */
const allCards = '100';
const pollMs = 5_000;

export const useCards = () => useCall(cardsKey, listCards, { query: { page_size: allCards } });

/** Asks until the provider has confirmed the card. */
export const useCardSetup = (uuid: string | null) =>
  useQuery({
    queryKey: [...paymentsKey, 'card-setup', uuid],
    queryFn: ({ signal }) => call(readCardSetup, { params: { uuid: uuid! } }, { signal }),
    enabled: uuid !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'open' ? pollMs : false),
  });

/** Leads to the provider's page. */
export function useStartCard() {
  const withCountry = useBillingCountry();
  return useMutation({
    mutationFn: ({ replaces }: { replaces: string | null }) =>
      withCountry(() => call(createCardSetup, { body: { replaces } })),
    onSuccess: ({ url }) => {
      if (url) window.location.assign(url);
    },
  });
}

export const useSetDefaultCard = () =>
  useChange(paymentsKey, (uuid: string) => call(setDefaultCard, { params: { uuid } }));

export const useRemoveCard = () =>
  useChange(paymentsKey, (uuid: string) => call(removeCard, { params: { uuid } }));

const settingsKey = [...paymentsKey, 'settings'];

export const useSettings = () => useCall(settingsKey, readPaymentSettings, {});

export function useSetSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: PaymentSettingsBody) => call(patchPaymentSettings, { body }),
    onSuccess: (settings) => queryClient.setQueryData(settingsKey, settings),
  });
}
