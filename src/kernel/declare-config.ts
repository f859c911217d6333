// How an area declares the variables that it reads. app-config.ts lists the declarations.
import type { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;
type Values<Shape extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Shape>>>;

type Declaration<Shape extends z.ZodRawShape, Derived> = {
  variables: Shape;
  /** Can be in files instead, and change while the process runs. */
  inFiles?: readonly (keyof Shape & string)[];
  /** Each is required where another of its group is set. */
  together?: readonly (readonly (keyof Shape & string)[])[];
  /** What is wrong between variables; `values` where each of them is right alone. */
  findProblems?(environment: Environment, values: Values<Shape> | undefined): readonly string[];
  /** What they are in test mode, where it is not the same. */
  inTestMode?: Partial<Values<Shape>>;
  /** What follows from them. */
  derive?(config: Values<Shape> & { NODE_ENV: string; isProduction: boolean }): Derived;
};

/** Of any area. */
export type ConfigDeclaration = {
  variables: z.ZodRawShape;
  inFiles?: readonly string[];
  together?: readonly (readonly string[])[];
  findProblems?(environment: Environment, values: unknown): readonly string[];
  inTestMode?: object;
  derive?(config: unknown): unknown;
};

export const declareConfig = <const Shape extends z.ZodRawShape, const Derived = unknown>(
  declaration: Declaration<Shape, Derived>,
): Declaration<Shape, Derived> => declaration;

/** What an area reads of its declaration. */
export type DeclaredConfig<One> =
  One extends Declaration<infer Shape, infer Derived> ? Values<Shape> & Readonly<Derived> : never;
