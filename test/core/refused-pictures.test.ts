import { array, assert, boolean, constantFrom, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyError } from '#core/errors/classify-error.ts';
import type { HistoryMessage, Part } from '#core/message.ts';
import { normalizeRequest } from '#core/normalize/normalize-request.ts';
import { asOverlay } from '#core/repairs/compile-strict.ts';
import { decideRepairs } from '#core/repairs/decide-repairs.ts';
import { meansNewest, namedPlaces } from '#core/repairs/media.ts';
import type { Overlay, Target } from '#core/request.ts';
import { runs } from '#test/runs.ts';
import { target } from './targets.ts';

const CLAUDE = target('anthropic', 'claude-opus-4-8');
const OTHER_CLAUDE = target('anthropic', 'claude-sonnet-4-6');
const GPT = target('openai', 'gpt-5.2');

const UNREADABLE = 'Could not process image';

const picture = (data: string): Part => ({ type: 'image', mime: 'image/png', data });
const asks = (...pictures: string[]): HistoryMessage => ({
  role: 'user',
  parts: [...pictures.map(picture), { type: 'text', text: 'And?' }],
});
const answers = ({ vendor, endpoint, model }: Target, ...parts: Part[]): HistoryMessage => ({
  role: 'assistant',
  origin: { vendor, endpoint, model: model.id },
  stop: 'end',
  parts: parts.length > 0 ? parts : [{ type: 'text', text: 'So.' }],
});
const fails = (asked: Target): HistoryMessage => ({ ...answers(asked), stop: 'error', parts: [] });
const calls = (asked: Target): HistoryMessage => answers(asked, { type: 'tool_call', id: 'c', name: 'look', args: {} });
const gives = (data: string): HistoryMessage => ({
  role: 'tool',
  parts: [{ type: 'tool_result', callId: 'c', name: 'look', text: 'Seen.', images: [{ mime: 'image/png', data }] }],
});

/** The places of the messages that are named instead after a refusal in these words. */
function omitted(history: readonly HistoryMessage[], reason = UNREADABLE, overlays: readonly Overlay[] = []): number[] {
  const { request, report } = normalizeRequest(history, overlays, CLAUDE);
  const failure = { ...(classifyError(reason) ?? { kind: 'unknown', retryable: false }), reason };
  return decideRepairs(failure, { history, overlays, target: CLAUDE, request, report }).map(
    (decision) => (expect(decision.kind).toBe('omit-media'), Number(decision.target.message.slice(1))),
  );
}

describe('a picture that stays unreadable without the others', () => {
  it.each<[name: string, history: HistoryMessage[], after: string, expected: boolean]>([
    ['is the newest message’s', [asks('A'), answers(GPT), asks('B')], UNREADABLE, true],
    ['is none of a message without one', [asks('A'), fails(CLAUDE), asks()], UNREADABLE, false],
    ['is none that a call followed', [asks('A'), calls(CLAUDE), gives('B')], UNREADABLE, false],
    ['may not be what the next refusal is about', [asks('A'), answers(GPT), asks('B')], 'Overloaded', false],
  ])('%s', (_name, history, after, expected) => {
    expect(meansNewest(history, UNREADABLE, after)).toBe(expected);
  });

  it('is not known of where there are too many', () => {
    const words = 'Too many images in the request';
    expect(meansNewest([asks('A'), answers(GPT), asks('B')], words, words)).toBe(false);
  });
});

describe('the place that an error names in a body', () => {
  const inner = [{ type: 'text' }, { type: 'image' }];
  const blocks = [
    { type: 'tool_result', content: inner },
    { type: 'image', source: { data: 'A' } },
  ];
  const message = { role: 'user', content: blocks };
  it.each<[reason: string, expected: unknown[]]>([
    ['messages.1.content.1.image.source.base64.data: image exceeds 5 MB', [blocks[1], message]],
    ['messages.1.content.0.tool_result.content.1.image.source: bad', [inner[1], blocks[0], message]],
    ["Invalid 'messages[1].content[1].image_url.url'.", [blocks[1], message]],
    ["Invalid 'messages[1]'. Image URLs are only allowed for messages with role 'user'", [message]],
    ['messages.7.content.1: bad', [undefined]],
    ['Could not process image', []],
  ])('%s', (reason, expected) => {
    expect(namedPlaces(reason, [{ role: 'system' }, message])).toEqual(expected);
  });

  it('is read in either case', () => {
    const part = { inlineData: {} };
    const content = { parts: [{ functionResponse: { parts: [part] } }] };
    expect(namedPlaces('contents[0].parts[0].function_response.parts[0].inline_data', [content])).toEqual([
      part,
      content.parts[0],
      content,
    ]);
  });
});

describe('pictures that a model can’t see', () => {
  it.each([
    ['local-model is not a multimodal model', GPT.model.id],
    ['No endpoints found that support image input', GPT.model.id],
    ['vision is not supported', GPT.model.id],
    ['Invalid content type. image_url is only supported by certain models.', GPT.model.id],
    ["Only 'text' content type is supported.", GPT.model.id],
    [UNREADABLE, undefined],
    ['Too many images in the request', undefined],
  ])('are for the others at its address: %s', (reason, model) => {
    const history = [asks('A'), answers(CLAUDE), asks()];
    const { request, report } = normalizeRequest(history, [], GPT);
    const failure = { kind: 'invalid_parameter', reason } as const;
    const [decision] = decideRepairs(failure, { history, overlays: [], target: GPT, request, report });
    expect(decision).toMatchObject({ kind: 'omit-media', target: { message: '#0' } });
    expect(decision?.data).toEqual({ vendor: 'openai', endpoint: GPT.endpoint, ...(model && { model }) });
  });
});

describe('a picture that the vendor can’t read, without a place', () => {
  it.each<[name: string, history: HistoryMessage[], expected: number[]]>([
    ['the newest message’s, after an answer', [asks('A'), answers(CLAUDE), asks('B')], []],
    ['of a question that failed', [asks('A'), answers(CLAUDE), asks('B'), fails(CLAUDE), asks()], [2]],
    ['of two that failed', [asks('A'), answers(CLAUDE), asks('B'), fails(CLAUDE), asks('C')], [2]],
    ['of a tool', [asks('A'), calls(CLAUDE), gives('B')], [2]],
    [
      'that the model was shown after another’s answer',
      [asks('A'), answers(CLAUDE), asks('B'), answers(GPT), asks()],
      [2],
    ],
    ['which might be any that the model hasn’t read', [asks('A'), answers(GPT), asks('B')], [0]],
    [
      'of a question that failed after another’s answer',
      [asks('A'), answers(GPT), asks('B'), fails(CLAUDE), asks()],
      [2],
    ],
    ['of a first question that failed', [asks('A'), fails(CLAUDE), asks('B')], [0]],
    ['which another model accepted', [asks('A'), answers(OTHER_CLAUDE), asks('B'), answers(GPT), asks()], [0, 2]],
    ['all of which it accepted', [asks('A'), answers(CLAUDE), asks('B'), answers(CLAUDE), asks()], [0, 2]],
  ])('%s', (_name, history, expected) => {
    expect(omitted(history)).toEqual(expected);
  });

  it('is looked for among the others once those that were new are left out', () => {
    const history = [asks('A'), answers(CLAUDE), asks('B'), fails(CLAUDE), asks()];
    const { request, report } = normalizeRequest(history, [], CLAUDE);
    const failure = { kind: 'invalid_parameter', reason: UNREADABLE } as const;
    const first = decideRepairs(failure, { history, overlays: [], target: CLAUDE, request, report });
    expect(omitted(history, UNREADABLE, first.map(asOverlay))).toEqual([0]);
  });

  it.each([
    'Too many images in the request',
    'At most 1 image(s) may be provided in one request.',
    'image input is not supported by this server',
    'At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
  ])('is none where an accepted one may be too much: %s', (reason) => {
    expect(omitted([asks('A'), answers(CLAUDE), asks('B'), fails(CLAUDE), asks()], reason)).toContain(0);
  });

  it('takes none along that the model accepted, while another could be it', () => {
    const turn = record({ pictured: boolean(), by: constantFrom(CLAUDE, GPT, null) });
    assert(
      property(array(turn, { minLength: 1, maxLength: 6 }), boolean(), (turns, pictured) => {
        const history = turns.flatMap(({ pictured, by }, at) => [
          asks(...(pictured ? [`P${at}`] : [])),
          by ? answers(by) : fails(CLAUDE),
        ]);
        history.push(asks(...(pictured ? ['N'] : [])));
        const last = turns.length;
        const sent = [...turns, { pictured }].flatMap(({ pictured }, at) => (pictured ? [at] : []));
        const since = (answered: number) => sent.filter((at) => at > answered);
        const unanswered = since(turns.findLastIndex(({ by }) => by !== null));
        const unread = since(turns.findLastIndex(({ by }) => by === CLAUDE));
        const expected = [unanswered, unread, unread.includes(last) ? [] : sent]
          .map((some) => some.filter((at) => at !== last))
          .find((some) => some.length > 0);
        expect(omitted(history)).toEqual((expected ?? []).map((at) => 2 * at));
      }),
      { numRuns: runs(150) },
    );
  });
});

describe('several pictures in one result', () => {
  const result = (...all: string[]): HistoryMessage => ({
    role: 'tool',
    parts: [
      {
        type: 'tool_result',
        callId: 'c',
        name: 'look',
        text: 'Seen.',
        images: all.map((name) => ({ mime: 'image/png', data: bytesOf(name) })),
      },
    ],
  });
  const bytesOf = (name: string) => `iVBORw0KGgo${name.repeat(5)}`;
  const history = [asks(), calls(CLAUDE), result('A', 'B', 'C'), answers(CLAUDE), asks()];
  const images = (overlays: readonly Overlay[], asked: Target) => {
    const body = JSON.stringify(normalizeRequest(history, overlays, asked).request);
    return ['A', 'B', 'C'].filter((name) => body.includes(bytesOf(name)));
  };
  const repaired = (reason: string, overlays: readonly Overlay[], body: unknown, asked: Target) => {
    const { request, report } = normalizeRequest(history, overlays, asked);
    const failure = { kind: 'invalid_parameter', reason } as const;
    const decisions = decideRepairs(failure, { history, overlays, target: asked, request, report, body });
    return [
      ...overlays,
      ...decisions.map((one, index) => ({ ...asOverlay(one, index), id: `${one.kind}${overlays.length}` })),
    ];
  };

  it.each([CLAUDE, GPT])('go each by itself where the vendor names one: %#', (asked) => {
    const names = (one: string) => ({
      messages: [{ content: [{ type: 'image', source: { data: bytesOf(one) } }] }],
    });
    const reason = 'messages.0.content.0.image.source.base64.data: Image does not match the media type image/png';
    const one = repaired(reason, [], names('B'), asked);
    expect(images(one, asked)).toEqual(['A', 'C']);
    const two = repaired(reason, one, names('A'), asked);
    expect(images(two, asked)).toEqual(['C']);
    // In whatever order two devices decide it.
    expect(images(two.toReversed(), asked)).toEqual(['C']);
    const request = JSON.stringify(normalizeRequest(history, two, asked).request);
    expect(request.split('[An image (image/png) was here').length - 1).toBe(2);
    expect(images(repaired(reason, two, names('C'), asked), asked)).toEqual([]);
  });

  it.each([
    [2, ['B', 'C']],
    [1, ['C']],
    [0, []],
  ] as const)('go from the oldest on where a server takes fewer: at most %i', (most, left) => {
    const overlays = repaired(`At most ${most} image(s) may be provided in one request.`, [], undefined, CLAUDE);
    expect(images(overlays, CLAUDE)).toEqual(left);
  });
});
