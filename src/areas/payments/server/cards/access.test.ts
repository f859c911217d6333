import { test } from 'vitest';
import { cardSetupsPath, cardsPath } from '#areas/payments/wire/cards.ts';
import { paymentSettingsPath } from '#areas/payments/wire/settings.ts';
import { expectSignInNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();

test('strangers reach no cards, and no settings of what pays', () =>
  expectSignInNeeded(t, [
    ['GET', cardsPath],
    ['DELETE', `${cardsPath}1/`],
    ['POST', `${cardsPath}1/default/`],
    ['POST', cardSetupsPath],
    ['GET', `${cardSetupsPath}1/`],
    ['GET', paymentSettingsPath],
    ['PATCH', paymentSettingsPath],
  ]));
