import { test } from 'vitest';
import { expectSignInNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
const endpoints = '/apix/webhooks/endpoints/';
const deliveries = '/apix/webhooks/deliveries/';

test('strangers reach no webhooks', () =>
  expectSignInNeeded(t, [
    ['GET', endpoints],
    ['POST', endpoints],
    ['GET', `${endpoints}1/`],
    ['PATCH', `${endpoints}1/`],
    ['DELETE', `${endpoints}1/`],
    ['POST', `${endpoints}1/rotate/`],
    ['POST', `${endpoints}1/test/`],
    ['POST', `${endpoints}1/replay/`],
    ['GET', deliveries],
    ['GET', `${deliveries}1/`],
    ['POST', `${deliveries}1/replay/`],
    ['GET', '/apix/webhooks/event-types/'],
    ['GET', '/apix/webhooks/events/1/'],
    ['GET', '/apix/admin/users/1/webhooks/'],
    ['POST', '/apix/admin/webhook-endpoints/1/disable/'],
  ]));
