// Cards that customers have saved at the payment provider.
import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { billingCountryRequired } from '#lib/wire/billing-country.ts';
import { byUuid, limitReached, uuidId } from '#lib/wire/fields.ts';
import { cardSetupStatuses } from './cards.constants.ts';
import { paymentProviderRefused, paymentProviderUnavailable } from './payments.ts';

export const Card = z
  .object({
    uuid: uuidId,
    brand: z.string().describe('The network in lower case, such as `visa`.'),
    last4: z.string().describe('The last four digits of its number.'),
    exp_month: z.int().describe('The last month in which it is valid, from 1 to 12.'),
    exp_year: z.int().describe('The year of that month.'),
    is_expired: z.boolean().describe('Whether that month is over.'),
    is_usable: z
      .boolean()
      .describe(
        'Whether it can be charged: not while this site uses another account of its payment provider than the one that saved it. Save the card again.',
      ),
    is_default: z.boolean().describe('Whether this one is charged.'),
    is_test: z.boolean().describe('Whether it moves no real money.'),
    created_at: z.iso.datetime().describe('When it was saved.'),
  })
  .meta({ id: 'Card' });
export type CardWire = z.infer<typeof Card>;

export const CardSetup = z
  .object({
    uuid: uuidId,
    status: z
      .enum(cardSetupStatuses)
      .describe('`completed` once the card is saved; `expired` if that did not happen in time.'),
    url: z.string().nullable().describe('The provider’s page for the card, while it is open.'),
    card: z.uuid().nullable().describe('The card, once it is saved.'),
    was_saved_before: z
      .boolean()
      .describe('Whether the account had this card already: the new entry takes its place.'),
    expires_at: z.iso.datetime().describe('Until when the page can be used.'),
    created_at: z.iso.datetime().describe('When it was started.'),
  })
  .meta({ id: 'CardSetup' });
export type CardSetupWire = z.infer<typeof CardSetup>;

export const cardLimitReached = declareError(
  'card_limit_reached',
  400,
  'This account has as many cards as it may. Remove one first.',
  { limit: limitReached },
);
export const cardsUnavailable = declareError(
  'cards_unavailable',
  400,
  'Cards can not be saved here, because no payment provider of this site keeps them.',
);

export const createCardSetupBody = z.object({
  replaces: z
    .uuid()
    .nullable()
    .default(null)
    .describe('A card that is removed when the new one is saved, which then takes its place.'),
});
export type CreateCardSetupBody = z.output<typeof createCardSetupBody>;

export const cardsPath = '/apix/payments/cards/' as const;
export const cardSetupsPath = '/apix/payments/card-setups/' as const;

export const listCards = endpoint({
  method: 'GET',
  path: cardsPath,
  group: 'Cards',
  tool: { toolset: 'payments', order: 4 },
  summary: 'List cards',
  description:
    'Returns the saved cards, newest first: their network, last four digits and expiry. More is stored by the payment provider only.',
  permission: { key: 'payments:read' },
  work: 'none',
  query: z.object({
    page: listQuery.page,
    page_size: listQuery.page_size,
    limit: listQuery.limit,
  }),
  responses: { 200: createPageSchema(Card) },
  errors: [commonErrors.invalidPage],
});

export const createCardSetup = endpoint({
  method: 'POST',
  path: cardSetupsPath,
  group: 'Cards',
  summary: 'Start saving a card',
  description:
    'Returns the address of the payment provider’s page, where the customer enters the card. It is saved once the provider has confirmed it; the first one becomes the default. A card that is saved again takes the place of its earlier entry, also as the default. The country in the billing profile has to be known before.',
  permission: 'user',
  work: 'none',
  feature: 'payments',
  rateLimit: { points: 20, windowSeconds: 3600 },
  body: createCardSetupBody,
  responses: { 201: CardSetup },
  errors: [
    commonErrors.notFound,
    billingCountryRequired,
    cardLimitReached,
    cardsUnavailable,
    paymentProviderUnavailable,
    paymentProviderRefused,
  ],
});

export const readCardSetup = endpoint({
  method: 'GET',
  path: `${cardSetupsPath}:uuid/`,
  group: 'Cards',
  summary: 'Retrieve the setup of a card',
  description:
    'Returns whether the card is saved. While it is open, the provider is asked first, at most every 5 seconds.',
  permission: 'user',
  work: 'none',
  params: byUuid,
  responses: { 200: CardSetup },
  errors: [commonErrors.notFound],
});

export const setDefaultCard = endpoint({
  method: 'POST',
  path: `${cardsPath}:uuid/default/`,
  group: 'Cards',
  summary: 'Make a card the default',
  description: 'The default card is the one that is charged for renewals.',
  permission: 'user',
  work: 'write',
  params: byUuid,
  responses: { 200: Card },
  errors: [commonErrors.notFound],
});

export const removeCard = endpoint({
  method: 'DELETE',
  path: `${cardsPath}:uuid/`,
  group: 'Cards',
  summary: 'Remove a card',
  description:
    'Removes a card here and at the provider. If it was the default, the newest other card is charged from now on.',
  permission: 'user',
  work: 'write',
  params: byUuid,
  responses: { 204: null },
  errors: [commonErrors.notFound],
});
