import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { describe, expect, test } from 'vitest';
import { PROBLEM_HEADER } from '#contract/headers.ts';
import { CANARY, type MountKind, useHost } from './context.ts';

const SOUND = Uint8Array.from({ length: 64 * 1024 }, (_, index) => index % 251);

/** Recordings that a model of the user's choice writes down. */
export function describeDictation(kind: MountKind): void {
  describe('dictation', () => {
    const context = useHost(kind);
    const transcribe = (id: string, query: Record<string, string>, body = SOUND) =>
      context.call(`/api/vendors/${id}/transcription?${new URLSearchParams(query)}`, {
        method: 'POST',
        body,
        as: { 'content-type': 'application/octet-stream' },
      });
    const recording = { model: 'gpt-transcribe', type: 'audio/webm' };

    test('the recording goes to the vendor as a file, with the key, and the text comes back', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"text":" 안녕하세요. "}');
      };
      const answer = await transcribe('openai', recording);
      expect(await answer.json()).toEqual({ text: '안녕하세요.' });
      const [seen] = context.upstream.seen;
      expect(seen).toMatchObject({
        target: 'https://api.openai.com/v1/audio/transcriptions',
        headers: { authorization: `Bearer ${CANARY}` },
      });
      const { body = '', headers = {} } = seen ?? {};
      const form = await new Response(Buffer.from(body, 'latin1'), { headers }).formData();
      expect(form.get('model')).toBe('gpt-transcribe');
      const file = form.get('file');
      expect(file).toMatchObject({ name: 'recording.webm', type: 'audio/webm' });
      expect(file instanceof Blob && new Uint8Array(await file.arrayBuffer())).toEqual(SOUND);
    });

    test('what a vendor refuses is said in its words, without the key', async () => {
      context.upstream.answer = (_request, response) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${CANARY}` } }));
      };
      expect(await (await transcribe('openai', recording)).json()).toEqual({
        problem: 'Incorrect API key provided: [key]',
      });
      context.upstream.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.end('<!doctype html><title>Sign in</title>');
      };
      expect(await (await transcribe('openai', recording)).json()).toEqual({
        problem: expect.stringContaining('responded with a web page'),
      });
    });

    test('nothing goes to a vendor that has no such models, without a key, or in an unknown format', async () => {
      const refused = async (answer: Promise<Response>) => (await answer).headers.get(PROBLEM_HEADER);
      expect(await refused(transcribe('anthropic', recording))).toBe('path_not_allowed');
      expect(await refused(transcribe('groq', recording))).toBe('key_missing');
      expect(await refused(transcribe('nobody', recording))).toBe('unknown_connection');
      expect(await refused(transcribe('openai', { ...recording, type: 'text/html' }))).toBe('bad_request');
      expect(await refused(transcribe('openai', { type: 'audio/webm', model: ' ' }))).toBe('bad_request');
      expect(context.upstream.seen).toEqual([]);
    });

    test('the practice vendors hold it to the rules of OpenAI', async () => {
      const clock = { now: () => 0, setTimeout: () => 0, clearTimeout: () => undefined };
      context.practice = createPracticeVendors({ clock, charsPerSecond: () => 0, secret: 's' });
      const heard = await transcribe('practice-chat', { ...recording, model: 'practice-transcription' });
      expect(await heard.json()).toEqual({ text: expect.stringContaining('can’t hear') });
      const empty = await transcribe(
        'practice-chat',
        { ...recording, model: 'practice-transcription' },
        SOUND.slice(0, 0),
      );
      expect(await empty.json()).toEqual({ problem: expect.stringContaining('too short') });
      expect(await (await transcribe('practice-openai', { ...recording, model: 'gpt-9' })).json()).toEqual({
        problem: expect.stringContaining('does not exist'),
      });
    });
  });
}
