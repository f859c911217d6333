export function findPortProblem(environment?: {
  PORT?: string;
  HOST?: string;
}): Promise<string | undefined>;
