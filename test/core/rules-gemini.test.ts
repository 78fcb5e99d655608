import { describe, expect, it } from 'vitest';
import type { HistoryMessage, Part } from '#core/message.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { Target } from '#core/request.ts';
import { opaque } from './arbitrary-history.ts';
import { accepted, answer, call, named, result, text, user } from './history-builders.ts';
import { target } from './targets.ts';

/** vendor-rules section 4, rule by rule, on the body that is sent. */

interface WirePart {
  text?: string;
  thought?: boolean;
  thoughtSignature?: string;
  functionCall?: { id?: string; name: string; args: unknown };
  functionResponse?: { id?: string; name: string; response: unknown };
  inlineData?: { mimeType: string };
}
interface Content {
  role: string;
  parts: WirePart[];
}

const at = named('gemini-3');
const sent = async (history: HistoryMessage[], to: Target = at) => (await accepted(history, to)).body;
const contents = async (history: HistoryMessage[], to: Target = at) => (await sent(history, to)).contents as Content[];
const own = (...parts: Part[]) => answer('gemini-3', ...parts);
const shape = (list: readonly Content[]) =>
  list.map(({ role, parts }) => `${role}: ${parts.map((part) => Object.keys(part)[0]).join(' ')}`);

const STAND_IN = 'skip_thought_signature_validator';

describe('turns', () => {
  it('G1, G2: user first and last, user and model in turn', async () => {
    const history = [own(text('a')), own(call('x')), result('x'), own(text('b')), own(text('c'))];
    expect(shape(await contents(history))).toEqual([
      'user: text',
      'model: text functionCall',
      'user: functionResponse',
      'model: text text',
      'user: text',
    ]);
  });

  it('G1: the system prompt is an instruction, not a turn', async () => {
    const body = await sent([user('q')], { ...at, system: 'Be brief.' });
    expect(body.systemInstruction).toMatchObject({ parts: [{ text: 'Be brief.' }] });
    expect(shape(body.contents as Content[])).toEqual(['user: text']);
  });

  it('G3, G4: as many responses as calls, in one content of their own, in call order', async () => {
    const history = [
      user('q'),
      own(call('a'), call('b'), call('c')),
      result('c'),
      user('hurry'),
      result('a'),
      user('n'),
    ];
    const list = await contents(history);
    expect(shape(list)).toEqual([
      'user: text',
      'model: functionCall functionCall functionCall',
      'user: functionResponse functionResponse functionResponse',
      'user: text text',
    ]);
    expect(list[2]?.parts.map(({ functionResponse: one }) => one?.id)).toEqual(['a', 'b', 'c']);
    expect(list[2]?.parts[1]?.functionResponse?.response).toHaveProperty('error');
  });

  it('G4: images of results follow in a content of their own', async () => {
    const seen: HistoryMessage = {
      role: 'tool',
      parts: [
        { type: 'tool_result', callId: 'a', text: 'seen', images: [{ mime: 'image/png', data: 'iVBORw0KGgo=' }] },
      ],
    };
    expect(shape(await contents([user('q'), own(call('a')), seen]))).toEqual([
      'user: text',
      'model: functionCall',
      'user: functionResponse',
      'user: text inlineData',
    ]);
  });

  it('G5: no empty part, no empty content', async () => {
    const history = [
      user('q', ' '),
      own(text(''), { type: 'thinking', text: 'hm' }),
      user(''),
      own(text('a')),
      user('n'),
    ];
    expect(shape(await contents(history))).toEqual(['user: text', 'model: text', 'user: text']);
  });

  it('G6: ids from Gemini 3 on, names and order before', async () => {
    const history = [user('q'), answer('ollama', call('functions.read:0'), call('functions.read:0')), user('n')];
    const [, calls, responses] = await contents(history);
    const ids = calls?.parts.map(({ functionCall }) => functionCall?.id);
    expect(new Set(ids).size).toBe(2);
    expect(responses?.parts.map(({ functionResponse }) => functionResponse?.id)).toEqual(ids);
    const older = JSON.stringify(await contents(history, named('gemini-2.5')));
    expect(older).not.toContain('"id"');
  });

  it('G7: schemas go whole, results and arguments are objects, names begin with a letter', async () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: { type: ['string', 'null'] } } };
    const history = [user('q'), own(call('a', '2fast', { args: 'text' })), result('a')];
    const body = await sent(history, { ...at, tools: [{ name: '2fast', inputSchema: schema }] });
    expect(body.tools).toEqual([{ functionDeclarations: [{ name: '_2fast', parametersJsonSchema: schema }] }]);
    const [, calls, responses] = body.contents as Content[];
    expect(calls?.parts[0]?.functionCall).toMatchObject({ name: '_2fast', args: { input: 'text' } });
    expect(responses?.parts[0]?.functionResponse).toMatchObject({
      name: '_2fast',
      response: { output: 'result of a' },
    });
  });
});

describe('signatures', () => {
  const signature = (n: number) => opaque('gemini-3', n);
  const signatures = (list: readonly Content[]) =>
    list.flatMap(({ parts }) => parts).flatMap((part) => ('functionCall' in part ? [part.thoughtSignature] : []));

  it('G8: 2.5 needs none, and keeps its own', async () => {
    const signed = call('a', 'read', { signature: opaque('gemini-2.5', 1) });
    const to = named('gemini-2.5');
    expect(signatures(await contents([user('q'), answer('gemini-2.5', signed), result('a')], to))).toEqual([
      opaque('gemini-2.5', 1),
    ]);
    expect(signatures(await contents([user('q'), answer('groq', call('a')), result('a')], to))).toEqual([undefined]);
  });

  it.each(['off', 'low', 'high'] as const)(
    'G9, G11: at thinking %s, own ones stay, and the stand-in fills in',
    async (thinking) => {
      const history = [
        user('q'),
        own(call('a', 'read', { signature: signature(1) }), call('b')),
        result('a'),
        result('b'),
        answer('groq', call('c'), call('d')),
        result('c'),
        result('d'),
        own(call('e')),
        result('e'),
      ];
      expect(signatures(await contents(history, { ...at, thinking }))).toEqual([
        signature(1),
        undefined,
        STAND_IN,
        undefined,
        STAND_IN,
      ]);
      const closed = [...history, own(text('a')), user('next')];
      expect(signatures(await contents(closed, { ...at, thinking }))).toEqual([
        signature(1),
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    },
  );

  it('G10: a signature stays on its part, an empty one too, and parts are never joined over it', async () => {
    const parts: Part[] = [
      text('a'),
      { type: 'text', text: 'b', signature: signature(1) },
      { type: 'text', text: '', signature: signature(2) },
    ];
    const [, model] = await contents([user('q'), own(...parts), user('n')]);
    expect(model?.parts).toEqual([
      { text: 'a' },
      { text: 'b', thoughtSignature: signature(1) },
      { text: '', thoughtSignature: signature(2) },
    ]);
  });

  it('G12: what is not Google’s, of this model, or base64 is never sent', async () => {
    const signed = (value: string) => [user('q'), own(call('a', 'read', { signature: value })), result('a')];
    expect(signatures(await contents(signed('not~base64')))).toEqual([STAND_IN]);
    for (const other of [target('gemini', 'gemini-4-argon'), { ...at, account: 'another' }])
      expect(signatures(await contents(signed(signature(1)), other))).toEqual([STAND_IN]);
    const claude = answer('anthropic-adaptive', { type: 'thinking', text: 't', signature: 'c2ln' }, text('a'));
    expect(JSON.stringify(await contents([user('q'), claude, user('n')]))).not.toContain('c2ln');
  });

  it('G17: thoughts are not sent back', async () => {
    const list = await contents([user('q'), own({ type: 'thinking', text: 'hm' }, text('a')), user('n')]);
    expect(JSON.stringify(list)).not.toContain('hm');
  });
});

describe('configuration', () => {
  /** The level or budget for off, low, medium and high, by model. */
  it.each([
    ['gemini-4-argon', 'LOW', 'LOW', 'MEDIUM', 'HIGH'],
    ['gemini-3.8-flash', 'LOW', 'LOW', 'MEDIUM', 'HIGH'],
    ['gemini-3.5-flash', 'MINIMAL', 'LOW', 'MEDIUM', 'HIGH'],
    ['gemini-2.5-pro', 1_024, 1_024, 8_192, 24_576],
    ['gemini-2.5-flash', 0, 1_024, 8_192, 24_576],
    ['gemini-2.0-flash', undefined, undefined, undefined, undefined],
  ])('G14: %s', async (id, ...expected) => {
    const levels: ThinkingLevel[] = ['off', 'low', 'medium', 'high'];
    const found = levels.map(async (thinking) => {
      const body = await sent([user('q')], target('gemini', id, { thinking }));
      const { thinkingConfig: config } = body.generationConfig as { thinkingConfig?: Record<string, unknown> };
      expect(Object.keys(config ?? {}).filter((key) => key !== 'includeThoughts').length).toBeLessThanOrEqual(1);
      return config?.thinkingLevel ?? config?.thinkingBudget;
    });
    expect(await Promise.all(found)).toEqual(expected);
  });

  it('G16: a body stays below what one request may be', async () => {
    const image = (n: number): Part => ({
      type: 'image',
      mime: 'image/png',
      data: `iVBORw0K${`${n}`.repeat(7 * 1024 * 1024)}`,
    });
    const { body } = await accepted([user('q', image(1)), own(text('a')), user('r', image(2), image(3))], at);
    expect(JSON.stringify(body).length).toBeLessThan(20 * 1024 * 1024);
    expect(JSON.stringify(body)).toContain('3333');
    expect(JSON.stringify(body)).not.toContain('1111');
  });
});
