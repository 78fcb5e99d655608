import { describe, expect, it } from 'vitest';
import { checkCases } from './support/cases.ts';
import {
  answer,
  call,
  errorOf,
  model,
  request,
  response,
  send,
  TOOLS,
  URL as url,
  urlOf,
  user,
} from './support/gemini.ts';
import { GEMINI_CASES } from './support/gemini-cases.ts';
import { instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const tools = (contents: Json[]) => request(contents, { tools: TOOLS });
const FLASH = urlOf('gemini-2.5-flash');
const hi = user('Hello');

describe('rules of Gemini', () => {
  checkCases(vendors, GEMINI_CASES, (reply) => ({ message: String(errorOf(reply).message), error: errorOf(reply) }));

  it('leaves signatures and ids to 2.5 as an option (G6, G8)', async () => {
    const reply = await send(vendors, tools([hi, model(call()), user(response())]), FLASH);
    expect(reply.status).toBe(200);
  });
});

describe('thought signatures (G9-G12)', () => {
  const ask = user('!parallel look {} listen {}\n!tool look');
  const verdict = async (contents: Json[], at = url, headers: Record<string, string> = {}): Promise<string> => {
    const reply = await send(vendors, tools(contents), at, headers);
    return reply.status === 200 ? 'accepted' : String(errorOf(reply).message);
  };
  const callsIn = (content: Json) => (content.parts as Json[]).filter((part) => part.functionCall);
  const answers = (content: Json): Json =>
    user(
      ...callsIn(content).map((part) => {
        const { name, id } = part.functionCall as { name: string; id: string };
        return response(name, { output: 'x' }, id);
      }),
    );

  it('come on the first of parallel calls and on every round, and are accepted as they came', async () => {
    const first = await answer(vendors, tools([ask]));
    const [look = {}, listen = {}] = callsIn(first);
    expect(look.thoughtSignature).toEqual(expect.any(String));
    expect(listen).not.toHaveProperty('thoughtSignature');
    const loop = [ask, first, answers(first)];
    const second = await answer(vendors, tools(loop));
    expect(callsIn(second)).toHaveLength(1);
    const third = await answer(vendors, tools([...loop, second, answers(second)]));
    expect((third.parts as Json[]).at(-1)).toMatchObject({ thoughtSignature: expect.any(String) });
    expect(await verdict([...loop, second, answers(second), third, user('Thanks')])).toBe('accepted');
  });

  it('are refused when altered, copied, moved, foreign or of another model or key', async () => {
    const first = await answer(vendors, tools([ask]));
    const parts = first.parts as Json[];
    const at = parts.findIndex((part) => part.functionCall);
    const signature = String(parts[at]?.thoughtSignature);
    const results = answers(first);
    const changed = (index: number, thoughtSignature: string) =>
      model(...parts.map((part, place) => (place === index ? { ...part, thoughtSignature } : part)));

    expect(await verdict([ask, changed(at, `${signature.slice(0, 20)}AAAA${signature.slice(24)}`), results])).toBe(
      'Corrupted thought signature.',
    );
    expect(await verdict([ask, changed(at + 1, signature), results])).toBe('Invalid thought signature.');
    const elsewhere = await answer(instantVendors('another'), tools([ask]));
    expect(await verdict([ask, elsewhere, answers(elsewhere)])).toBe('Corrupted thought signature.');
    expect(await verdict([ask, first, results], urlOf('gemini-3.8-flash'))).toBe('Invalid thought signature.');
    expect(await verdict([ask, first, results], url, { 'x-goog-api-key': 'other' })).toBe('Invalid thought signature.');
    expect(await verdict([ask, first, results])).toBe('accepted');
  });
});
