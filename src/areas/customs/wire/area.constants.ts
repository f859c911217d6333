import type { ApiArea } from '#lib/api-description.ts';

export const customsArea: ApiArea = {
  slug: 'customs',
  title: 'Customs',
  sentence: 'Duties and taxes on vehicles and goods, tariff codes and exchange rates.',
  guide: '/docs/customs',
  groups: [
    'Vehicles',
    'Goods',
    'Files with many calculations',
    'Tariff codes',
    'Exchange rates',
    'Without an account',
    'Calculators on other sites',
  ],
};
