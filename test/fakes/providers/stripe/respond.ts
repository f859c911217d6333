// One request of the API: who is asking, what it may do, whether it is repeated, and the answer.
import { loadStripe } from '#areas/payments/server/providers/stripe/stripe-sdk.ts';
import { type Call, calls } from './calls.ts';
import { readParameters } from './parameters.ts';
import { expireOld } from './sessions.ts';
import { type Account, type Answer, expand } from './state.ts';
import { badRequest, StripeFault } from './stripe-error.ts';
import { loadShape } from './stripe-types.ts';

export type ApiRequest = {
  method: string;
  path: string;
  /** The query of a GET or DELETE, the body of a POST. */
  form: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};

export type Key = {
  account: Account;
  /** Null for a key that may do everything. */
  permissions: readonly string[] | null;
};

export type FindKey = (key: string) => Key | undefined;

const keyMs = 24 * 3_600_000;

export function respond(request: ApiRequest, findKey: FindKey, pageUrl: string): Answer {
  try {
    const secret = /^Bearer (.+)$/.exec(String(request.headers.authorization ?? ''))?.[1] ?? '';
    const key = findKey(secret);
    if (!key) throw new StripeFault(401, { message: `Invalid API Key provided: ${mask(secret)}` });
    expireOld(key.account);
    return answerOnce(request, key, { secret, pageUrl });
  } catch (error) {
    if (error instanceof StripeFault)
      return { status: error.status, body: { error: error.fields } };
    throw error;
  }
}

const mask = (secret: string): string =>
  `${secret.slice(0, 8)}${'*'.repeat(16)}${secret.slice(-4)}`;

type Context = { secret: string; pageUrl: string };

/** A key repeats its first answer, also that of a failure, but not that of wrong parameters. */
function answerOnce(request: ApiRequest, key: Key, context: Context): Answer {
  const perform = prepare(request, key, context);
  const idempotencyKey = request.headers['idempotency-key'];
  if (request.method !== 'POST' || typeof idempotencyKey !== 'string') return perform();
  if (idempotencyKey.length > 255)
    throw badRequest('Idempotency keys can be at most 255 characters long.');
  const call = `${request.method} ${request.path}`;
  const { answers, now } = key.account;
  const before = answers.get(idempotencyKey);
  const atMs = now().getTime();
  if (before && atMs - before.atMs < keyMs) {
    if (before.call === call && before.body === request.form) return structuredClone(before.answer);
    throw badRequest(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${idempotencyKey}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }
  const answer = perform();
  const stored = structuredClone(answer);
  answers.set(idempotencyKey, { call, body: request.form, answer: stored, atMs });
  return answer;
}

/** Checks everything that can be refused before anything happens. */
function prepare({ method, path, form, headers }: ApiRequest, key: Key, context: Context) {
  const found = findCall(method, path);
  if (!found)
    throw new StripeFault(404, {
      message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
    });
  const version = headers['stripe-version'];
  if (version !== undefined && version !== loadStripe().API_VERSION)
    throw badRequest(`Invalid Stripe API version: ${version}`);
  const { call, id } = found;
  assertPermitted(call, key, context.secret);
  const values = readParameters(form, loadShape(...call.types));
  const { account } = key;
  const paths = (values.expand ?? []) as string[];
  return (): Answer => {
    try {
      const result = call.perform({ account, id, values, path, pageUrl: context.pageUrl });
      const body = paths.reduce<unknown>(
        (all, one) => expand(account, all, one.split('.')),
        result,
      );
      return { status: 200, body: structuredClone(body) };
    } catch (error) {
      if (!(error instanceof StripeFault)) throw error;
      return structuredClone({ status: error.status, body: { error: error.fields } });
    }
  };
}

function findCall(method: string, path: string): { call: Call; id: string } | undefined {
  for (const call of calls) {
    const match = call.method === method && call.pattern.exec(path);
    if (match) return { call, id: match[1] ?? '' };
  }
  return undefined;
}

function assertPermitted({ permission }: Call, { account, permissions }: Key, secret: string) {
  if (!permissions) return;
  const writing = permission.replace(/_read$/, '_write');
  if (permissions.includes(permission) || permissions.includes(writing)) return;
  throw new StripeFault(403, {
    message: `The provided key '${mask(secret)}' does not have the required permissions for this endpoint on account '${account.id}'. Having the '${permission}' permission would allow this request to continue.`,
  });
}
