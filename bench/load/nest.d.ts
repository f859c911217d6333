// What `bench/programs/nest-profile.ts` uses of the packages in tools/bench, which the type check
// does not need.
declare module 'reflect-metadata';

declare module '@nestjs/common' {
  type Class = new () => object;
  type Decorated = (target: object, name: string, descriptor: PropertyDescriptor) => void;
  export function Controller(path: string): (target: Class) => void;
  export function Get(): Decorated;
  export function Headers(name: string): (target: object, name: string, at: number) => void;
  export function Module(parts: { controllers: Class[] }): (target: Class) => void;
  export class UnauthorizedException extends Error {}
}

declare module '@nestjs/core' {
  type Application = { listen(port: number, host: string): Promise<unknown> };
  type Options = { logger: ('error' | 'warn')[] };
  export const NestFactory: {
    create(module: new () => object, options: Options): Promise<Application>;
  };
}
