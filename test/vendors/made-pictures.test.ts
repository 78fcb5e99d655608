import { describe, expect, it } from 'vitest';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { HistoryMessage, ImagePart, Part } from '#core/message.ts';
import type { CompileReport, Overlay, Target } from '#core/request.ts';
import type { Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { list, object, objects } from '#core/wire/json.ts';
import { createPracticeVendors } from '#practice/create-practice-vendors.ts';
import { required } from '#test/fakes/fake-clock.ts';
import { simulatedAt } from '#test/fakes/simulated.ts';
import { costOf } from '#flows/base/cost-of.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { loadService } from '#vendors/registry.ts';

const vendors = createPracticeVendors({
  clock: { now: () => 0, setTimeout: (fn, ms) => setTimeout(fn, ms), clearTimeout: () => undefined },
  charsPerSecond: () => Infinity,
  secret: 'a secret of the tests',
});
const deps = { fetch: (input: string | URL | Request, init?: RequestInit) => vendors.fetch(new Request(input, init)) };

function seat(vendor: Vendor, model: string, protocol: Protocol, path = ''): Target {
  const endpoint = `https://${vendor}.practice.invalid${path}`;
  return {
    vendor,
    endpoint,
    ...simulatedAt(vendor, endpoint),
    account: 'practice',
    model: findModel(vendor, model, protocol, endpoint),
    thinking: 'medium',
    makePictures: true,
  };
}

const GPT = seat('openai', 'practice-gpt', 'openai-responses', '/v1');
const GROK = seat('xai', 'grok-4.7', 'openai-responses', '/v1');
const CLAUDE = seat('anthropic', 'practice-claude', 'anthropic');
const GEMINI = seat('gemini', 'practice-gemini', 'gemini');
const BANANA = seat('gemini', 'gemini-3.1-flash-image', 'gemini');

/** Asks and stores the answer as the app does. Fails on any refusal. */
class Conversation {
  readonly history: HistoryMessage[] = [];
  body: unknown;
  report: CompileReport | null = null;

  async ask(target: Target, text: string, overlays: readonly Overlay[] = []): Promise<readonly Part[]> {
    this.history.push({ id: `m${this.history.length}`, role: 'user', parts: [{ type: 'text', text }] });
    const service = await loadService(target.model.protocol, deps);
    const { request, report } = service.sanitizeMessages(this.history, overlays, target);
    this.report = report;
    this.body = (await service.capture(request, target)).body;
    const draft = createDraft();
    for await (const event of service.stream(request, target, new AbortController().signal)) foldEvent(draft, event);
    if (draft.error) throw new Error(JSON.stringify(draft.error));
    const parts = [...draftParts(draft)];
    const { vendor, endpoint, account, model } = target;
    const origin = { vendor, endpoint, model: model.id, ...(account !== undefined && { account }) };
    this.history.push({ id: `m${this.history.length}`, role: 'assistant', parts, origin, stop: draft.stop ?? 'error' });
    return parts;
  }
}

const pictureIn = (parts: readonly Part[]): ImagePart => required(parts.find((part) => part.type === 'image'));

const itemsOf = (body: unknown) => objects(object(body).input);
const partsOf = (body: unknown) => objects(object(body).contents).flatMap((content) => objects(content.parts));

describe('pictures that models make', () => {
  it('are shown while they are made, where the vendor shows them, and only the finished one stays', async () => {
    const previewsOf = async (target: Target) => {
      const service = await loadService(target.model.protocol, deps);
      const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'Draw a cat.' }] }];
      const { request } = service.sanitizeMessages(history, [], target);
      const draft = createDraft();
      const seen: string[] = [];
      for await (const event of service.stream(request, target, new AbortController().signal)) {
        foldEvent(draft, event);
        if (event.type === 'picture_preview') seen.push(event.preview.data);
      }
      return { seen, kept: JSON.stringify(draftParts(draft)), usage: required(draft.usage) };
    };
    const gpt = await previewsOf(GPT);
    expect(new Set(gpt.seen).size).toBe(2);
    for (const data of gpt.seen) expect(gpt.kept).not.toContain(data);
    for (const target of [GROK, GEMINI]) expect((await previewsOf(target)).seen).toEqual([]);
  });

  it('cost what their tokens cost, where both are known', async () => {
    const usageOf = async (target: Target) => {
      const service = await loadService(target.model.protocol, deps);
      const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'Draw a cat.' }] }];
      const { request } = service.sanitizeMessages(history, [], target);
      const draft = createDraft();
      for await (const event of service.stream(request, target, new AbortController().signal)) foldEvent(draft, event);
      return required(draft.usage);
    };
    const usage = await usageOf(BANANA);
    expect(usage).toMatchObject({ pictures: 1, pictureTokens: 1_290 });
    const text = usage.output - 1_290;
    expect(costOf(usage, BANANA.model.price)).toBeCloseTo((usage.input * 0.5 + text * 3 + 1_290 * 60) / 1e6, 9);
    const unknown = await usageOf(GPT);
    expect(unknown).toMatchObject({ pictures: 1 });
    expect(costOf(unknown, { input: 1, output: 5, pictures: 30 })).toBeNull();
    expect(costOf(usage, { input: 1, output: 5 })).toBeNull();
    expect(costOf(unknown, { input: 0, output: 0 })).toBe(0);
  });

  it.each([GPT, GROK, GEMINI, BANANA])('$model.id gets its own picture back as it made it', async (target) => {
    const conversation = new Conversation();
    const made = pictureIn(await conversation.ask(target, 'Draw a cat.'));
    const again = pictureIn(await conversation.ask(target, 'Now draw a dog.'));
    expect(again.data).not.toBe(made.data);
    expect([...itemsOf(conversation.body), ...partsOf(conversation.body)]).toContainEqual(
      target.vendor === 'gemini'
        ? { inlineData: { mimeType: 'image/png', data: made.data }, thoughtSignature: made.signature }
        : { type: 'image_generation_call', id: made.itemId, status: 'completed', result: made.data },
    );
    expect(conversation.report?.notes.map(({ rule }) => rule)).not.toContain('move-media-out-of-answer');
  });

  it('go round the vendors without a refusal, and come home unchanged', async () => {
    const conversation = new Conversation();
    const first = pictureIn(await conversation.ask(GPT, 'Draw a cat.'));
    expect(first.prompt).toBe('Draw a cat.');
    await conversation.ask(GPT, 'Thanks.');
    const own = itemsOf(conversation.body);

    await conversation.ask(CLAUDE, 'What is in it?');
    expect(JSON.stringify(conversation.body)).toContain('[Image made earlier: Draw a cat.]');
    expect(JSON.stringify(conversation.body)).toContain(first.data);

    const edited = pictureIn(await conversation.ask(GEMINI, 'Draw it blue.'));
    await conversation.ask(GEMINI, 'Good.');
    expect(partsOf(conversation.body)).toContainEqual({ inlineData: { mimeType: 'image/png', data: first.data } });
    expect(partsOf(conversation.body)).toContainEqual({
      inlineData: { mimeType: 'image/png', data: edited.data },
      thoughtSignature: edited.signature,
    });

    await conversation.ask(GPT, 'And back.');
    expect(itemsOf(conversation.body).slice(0, own.length)).toEqual(own);
    const shown = itemsOf(conversation.body).flatMap(({ content }) => objects(content));
    expect(shown).toContainEqual(
      expect.objectContaining({ type: 'input_image', image_url: `data:image/png;base64,${edited.data}` }),
    );
  });

  const decision = { id: 'o', sessionId: 's', target: { message: 'm1' }, reason: 'test', at: 0 };

  it.each(['omit-media', 'hidden'])('take the reasoning that led to them along: %s', async (kind) => {
    const conversation = new Conversation();
    const parts = await conversation.ask(GPT, 'Draw a cat.');
    const part = parts.findIndex(({ type }) => type === 'image');
    for (const target of [{ message: 'm1' }, { message: 'm1', part }]) {
      await conversation.ask(GPT, 'Thanks.', [{ ...decision, kind, target }]);
      const before = itemsOf(conversation.body).slice(0, 3);
      expect(before.map(({ type }) => type)).not.toContain('image_generation_call');
      expect(before.map(({ type }) => type)).not.toContain('reasoning');
    }
  });

  it('go without their id where their reasoning is lost, and are shown instead', async () => {
    const conversation = new Conversation();
    const made = pictureIn(await conversation.ask(GPT, 'Draw a cat.'));
    await conversation.ask(GPT, 'Thanks.', [{ ...decision, kind: 'strip-state', data: { vendor: 'openai' } }]);
    expect(itemsOf(conversation.body).map(({ type }) => type)).not.toContain('image_generation_call');
    expect(JSON.stringify(conversation.body)).toContain(`data:image/png;base64,${made.data}`);
  });

  it('need no reasoning', async () => {
    const target: Target = { ...GPT, thinking: 'off' };
    const conversation = new Conversation();
    const made = pictureIn(await conversation.ask(target, 'Draw a cat.'));
    await conversation.ask(target, 'Thanks.');
    expect(itemsOf(conversation.body)).toContainEqual(expect.objectContaining({ id: made.itemId, result: made.data }));
  });

  it('are asked for only where the user wants them and the model makes them', async () => {
    for (const target of [GPT, CLAUDE, GEMINI, seat('gemini', 'gemini-3.8-flash', 'gemini')]) {
      const service = await loadService(target.model.protocol, deps);
      for (const wanted of [true, false]) {
        const asked: Target = { ...target };
        if (!wanted) delete asked.makePictures;
        const { request } = service.sanitizeMessages(
          [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }],
          [],
          asked,
        );
        const body = object((await service.capture(request, asked)).body);
        const asks =
          objects(body.tools).some(({ type }) => type === 'image_generation') ||
          list(object(body.generationConfig).responseModalities).includes('IMAGE');
        expect(asks).toBe(wanted && asked.model.makesPictures === true);
      }
    }
  });

  it('say in words what the filter refuses', async () => {
    const ask = async (target: Target) => {
      const service = await loadService(target.model.protocol, deps);
      const history: HistoryMessage[] = [{ role: 'user', parts: [{ type: 'text', text: 'Draw!\n!fault moderation' }] }];
      const draft = createDraft();
      const { request } = service.sanitizeMessages(history, [], target);
      for await (const event of service.stream(request, target, new AbortController().signal)) foldEvent(draft, event);
      return { parts: draftParts(draft), error: draft.error };
    };
    const gpt = await ask(GPT);
    const block = gpt.parts.find((part) => part.type === 'vendor_block');
    expect(block?.kind).toBe('image_generation_call');
    expect(block?.data).toContain('rejected by the safety system');
    expect((await ask(GEMINI)).error).toMatchObject({ kind: 'refused', code: 'IMAGE_SAFETY' });
  });
});
