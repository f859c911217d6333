// GET /apix/accounts/profile/ with NestJS on Express, its default. Node runs no decorators, so they
// are called.
import 'reflect-metadata';
import { Controller, Get, Headers, Module, UnauthorizedException } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { readProfile } from './read-profile.ts';

class ProfileController {
  async read(authorization: string | undefined) {
    const profile = await readProfile(authorization);
    if (!profile) throw new UnauthorizedException();
    return profile;
  }
}
const { prototype } = ProfileController;
const read = Object.getOwnPropertyDescriptor(prototype, 'read') as PropertyDescriptor;
Headers('authorization')(prototype, 'read', 0);
Get()(prototype, 'read', read);
Controller('apix/accounts/profile')(ProfileController);

class ProfileModule {}
Module({ controllers: [ProfileController] })(ProfileModule);

const app = await NestFactory.create(ProfileModule, { logger: ['error', 'warn'] });
await app.listen(Number(process.env.PORT), '127.0.0.1');
