// Figures that several contracts return, with their definitions.
import { z } from 'zod';
import { money } from './fields.ts';
import {
  countedDefinition,
  receivedDefinition,
  recordedDefinition,
  spentDefinition,
} from './figures.constants.ts';

export const recorded = (where: string) => z.int().describe(`${recordedDefinition} ${where}`);
export const counted = (where: string) => z.int().describe(`${countedDefinition} ${where}`);
export const received = (where: string) => money.describe(`${receivedDefinition} ${where}`);
export const spent = (where: string) => money.describe(`${spentDefinition} ${where}`);
export const spentOrReceived = money.describe(
  `In \`currency\`. For the metric \`payments\`: ${receivedDefinition} For the others: ${spentDefinition}`,
);
export const totalDeposited = money.describe('All deposits so far, without reversed ones.');
