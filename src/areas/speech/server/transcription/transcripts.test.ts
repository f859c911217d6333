import { beforeAll, describe, expect, test } from 'vitest';
import { duringChange } from '#test/during-change.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { deleteAccountTexts } from '../jobs.ts';
import { saveTranscript } from './transcripts.ts';

const t = useApp();
const path = '/apix/services/transcripts/';
let ada: SignedIn;
let eve: SignedIn;

beforeAll(async () => {
  ada = await t.signIn('ada@example.com');
  eve = await t.signIn('eve@example.com');
});

const ask = (method: 'GET' | 'PATCH' | 'DELETE', at: string, body?: object, who = ada) =>
  send(t, method, `${path}${at}`, body, { headers: who.headers });

const segment = (id: number, text: string) => ({
  id,
  start: id,
  end: id + 1,
  text,
  avg_logprob: -0.1,
  no_speech_prob: null,
});

const save = (filename: string, ...texts: string[]) => saveFor(ada, filename, ...texts);

async function saveFor({ accountId }: SignedIn, filename: string, ...texts: string[]) {
  const actor = { accountId, roles: [], status: 'active', via: 'session' } as const;
  const transcript = {
    text: texts.join(' '),
    language: 'en',
    languageProbability: null,
    segments: texts.map((text, id) => segment(id, text)),
    words: [{ word: 'one', start: 0, end: 1, probability: 0.9 }],
  };
  t.clock.advance(1000);
  return saveTranscript(
    t.areas.speech,
    t.kernel.work.write,
    actor,
    filename,
    transcript,
    2.5,
    'pocketsphinx',
  );
}

describe('stored transcripts', () => {
  test('are listed newest first, searched and paged', async () => {
    const zoe = await t.signIn('zoe@example.com');
    const list = (query: string) => ask('GET', query, undefined, zoe);
    const first = await saveFor(zoe, 'memo.wav', 'about 100% of it');
    const second = await saveFor(zoe, '', 'another one');
    const all = await list('');
    expect((all.body.results as { id: string }[]).map(({ id }) => id)).toEqual([second, first]);
    expect((all.body.results as object[])[0]).toMatchObject({
      title: 'Recording',
      excerpt: 'another one',
      duration: 2.5,
    });
    expect((await list('?search=MEMO')).body.count).toBe(1);
    expect((await list('?search=100%25')).body.count).toBe(1);
    expect((await list('?search=nothing')).body.count).toBe(0);
    expect((await list('?created_before=2020-01-01T00:00:00Z')).body.count).toBe(0);
    expect((await list('?created_after=2020-01-01T00:00:00Z')).body.count).toBe(2);
    expect((await list('?page_size=1&page=2&ordering=title')).body).toMatchObject({
      pages: 2,
    });
    expect((await list('?page=9')).status).toBe(404);
    expect((await ask('GET', '', undefined, eve)).body.count).toBe(0);
  });

  test('are read, corrected and deleted', async () => {
    const id = await save('a.wav', 'helo', 'world');
    expect((await ask('GET', `${id}/`)).body).toMatchObject({ text: 'helo world', title: 'a.wav' });
    const titled = await ask('PATCH', `${id}/`, { title: ' Greeting ' });
    expect(titled.body).toMatchObject({ title: 'Greeting', words: [{ word: 'one' }] });
    const changed = await ask('PATCH', `${id}/`, {
      segments: [
        { id: 0, text: 'hello' },
        { id: 9, text: 'x' },
      ],
    });
    expect(changed.body).toMatchObject({
      text: 'hello world',
      words: [],
      segments: [
        { id: 0, text: 'hello' },
        { id: 1, text: 'world' },
      ],
    });
    expect((await ask('GET', `${id}/`)).body).toEqual(changed.body);
    expect((await ask('DELETE', `${id}/`)).status).toBe(204);
    expect((await ask('GET', `${id}/`)).status).toBe(404);
  });

  async function changeMeanwhile(id: string, sql: string) {
    const change = () => [ask('PATCH', `${id}/`, { segments: [{ id: 0, text: 'hello' }] })];
    const [reply] = await duringChange(t.kernel.database, { sql, id }, change);
    return reply!;
  }

  test('concurrent changes do not undo each other', async () => {
    const id = await save('a.wav', 'helo');
    const meanwhile = "update speech_transcript set title = 'Greeting' where id = $1";
    const { body } = await changeMeanwhile(id, meanwhile);
    expect(body).toMatchObject({ title: 'Greeting', text: 'hello' });
    expect((await ask('GET', `${id}/`)).body).toEqual(body);
  });

  test('a change of a transcript deleted meanwhile is 404', async () => {
    const id = await save('a.wav', 'helo');
    const reply = await changeMeanwhile(id, 'delete from speech_transcript where id = $1');
    expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('have a maximum length', async () => {
    const id = await save('a.wav', ...Array.from({ length: 51 }, () => 'hello'));
    const correct = (count: number) =>
      ask('PATCH', `${id}/`, {
        segments: Array.from({ length: count }, (_, at) => ({ id: at, text: 'x'.repeat(9_950) })),
      });
    expect((await correct(50)).status).toBe(200);
    expect(await correct(51)).toMatchObject({
      status: 400,
      body: { segments: ['Ensure the whole text has no more than 500000 characters.'] },
    });
  });

  test('wrong input is refused by field', async () => {
    const id = await save('a.wav', 'hello');
    expect((await ask('PATCH', `${id}/`, { title: '' })).body).toHaveProperty('title');
    expect((await ask('PATCH', `${id}/`, { segments: 5 })).body).toHaveProperty('segments');
    expect((await ask('GET', '?created_after=x')).status).toBe(400);
  });

  test('of other accounts and unknown ids are not found', async () => {
    const id = await save('a.wav', 'hello');
    for (const at of [`${id}/`, '01900000-0000-7000-8000-000000000001/', 'x/'])
      for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
        const reply = await ask(method, at, method === 'PATCH' ? { title: 'x' } : undefined, eve);
        expect(reply).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    expect((await ask('GET', `${id}/`)).status).toBe(200);
  });

  test('missing authentication is refused', async () => {
    for (const [method, at] of [
      ['GET', ''],
      ['GET', 'x/'],
      ['PATCH', 'x/'],
      ['DELETE', 'x/'],
    ] as const)
      expect(
        (await send(t, method, `${path}${at}`, method === 'PATCH' ? {} : undefined)).status,
      ).toBe(401);
  });

  test('are deleted with their account', async () => {
    await save('a.wav', 'hello');
    await t.kernel.database.transaction((tx) => deleteAccountTexts(tx, ada));
    expect((await ask('GET', '')).body.count).toBe(0);
  });
});
