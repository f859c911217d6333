// Makes objects with every field that the types of the API require, so that a response has the shape
// of the pinned version, and refuses values that the types do not have.
import { loadShape, type Shape } from './stripe-types.ts';

export type StripeObject = { id: string; object: string; created: number } & Record<
  string,
  unknown
>;

const files: Readonly<Record<string, readonly [file: string, type: string, prefix: string]>> = {
  account: ['resources/Accounts', 'Account', 'acct'],
  balance: ['resources/Balance', 'Balance', ''],
  balance_transaction: ['resources/BalanceTransactions', 'BalanceTransaction', 'txn'],
  charge: ['resources/Charges', 'Charge', 'ch'],
  'checkout.session': ['resources/Checkout/Sessions', 'Session', 'cs_test'],
  customer: ['resources/Customers', 'Customer', 'cus'],
  dispute: ['resources/Disputes', 'Dispute', 'du'],
  event: ['resources/Events', 'EventBase', 'evt'],
  payment_intent: ['resources/PaymentIntents', 'PaymentIntent', 'pi'],
  payment_method: ['resources/PaymentMethods', 'PaymentMethod', 'pm'],
  payout: ['resources/Payouts', 'Payout', 'po'],
  refund: ['resources/Refunds', 'Refund', 're'],
  setup_intent: ['resources/SetupIntents', 'SetupIntent', 'seti'],
  webhook_endpoint: ['resources/WebhookEndpoints', 'WebhookEndpoint', 'we'],
};

export const prefixFor = (object: string): string => files[object]![2];

const shapes = new Map<string, Shape>();

/** The type of an object of this name. */
function shapeFor(object: string): Shape {
  const [file, type] = files[object]!;
  const shape = shapes.get(object) ?? loadShape(file, type);
  shapes.set(object, shape);
  return shape;
}

/** Throws for fields and values that the types do not have: the fake itself must not lie. */
export function complete(object: string, values: Record<string, unknown>): StripeObject {
  const shape = shapeFor(object);
  check(values, shape, object);
  return { ...(empty(shape) as object), ...values } as StripeObject;
}

/** What an object has before anything happened: null wherever that is possible. */
function empty(shape: Shape): unknown {
  switch (shape.kind) {
    case 'union':
      return shape.of.some(isNull) ? null : empty(shape.of[0]!);
    case 'text':
      return '';
    case 'number':
      return 0;
    case 'flag':
      return false;
    case 'list':
      return [];
    case 'map':
      return {};
    case 'constant':
      return shape.value;
    case 'object':
      return Object.fromEntries(
        [...shape.fields()].flatMap(([name, { shape: inner, isOptional }]) =>
          isOptional ? [] : [[name, empty(inner)]],
        ),
      );
    default:
      return null;
  }
}

function findField(object: string, name: string): Shape | undefined {
  const shape = object in files ? shapeFor(object) : undefined;
  return shape?.kind === 'object' ? shape.fields().get(name)?.shape : undefined;
}

export const hasField = (object: string, name: string): boolean =>
  findField(object, name) !== undefined;

/** Whether a field can be an object in place of its id. */
export function isExpandable(object: string, name: string): boolean {
  const field = findField(object, name);
  return field?.kind === 'union' && field.of.some(({ kind }) => kind === 'object');
}

const isNull = ({ kind }: Shape): boolean => kind === 'null';

function check(value: unknown, shape: Shape, at: string): void {
  if (!fits(value, shape)) throw new Error(`${at} can't be ${JSON.stringify(value)} at Stripe`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const inner = shape.kind === 'union' ? shape.of.find(({ kind }) => kind === 'object') : shape;
  if (inner?.kind !== 'object') return;
  const fields = inner.fields();
  // Such as the object of an event, which can be any.
  if (fields.size === 0) return;
  for (const [name, one] of Object.entries(value)) {
    const field = fields.get(name);
    if (!field) throw new Error(`${at} has no field ${name} at Stripe`);
    if (one !== undefined) check(one, field.shape, `${at}.${name}`);
  }
}

function fits(value: unknown, shape: Shape): boolean {
  switch (shape.kind) {
    case 'union':
      return shape.of.some((one) => fits(value, one));
    case 'constant':
      return value === shape.value;
    case 'null':
      return value === null;
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'any':
      return true;
    default:
      return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
}
