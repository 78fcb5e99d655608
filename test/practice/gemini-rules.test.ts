import { describe, expect, it } from 'vitest';
import { checkCases, type RuleCase } from './support/cases.ts';
import {
  answer,
  call,
  DUMMY,
  errorOf,
  model,
  request,
  response,
  send,
  signed,
  TOOLS,
  URL as url,
  urlOf,
  user,
} from './support/gemini.ts';
import { instantVendors, type Json } from './support/vendors.ts';

const vendors = instantVendors();
const hi = user('Hello');
const tools = (contents: Json[]) => request(contents, { tools: TOOLS });
const declared = (declaration: Json) => request([hi], { tools: [{ functionDeclarations: [declaration] }] });
const thinking = (thinkingConfig: Json) => request([hi], { generationConfig: { thinkingConfig } });
const FLASH = urlOf('gemini-2.5-flash');
const PRO = urlOf('gemini-2.5-pro');

const CASES: RuleCase[] = [
  {
    rule: 'G1',
    name: 'roles',
    url,
    good: request([hi, model('Hm.'), user('And?')]),
    bad: request([hi, { role: 'assistant', parts: [{ text: 'Hm.' }] }, user('And?')]),
    message: 'Please use a valid role: user, model.',
    error: { code: 400, status: 'INVALID_ARGUMENT' },
  },
  {
    rule: 'G1',
    name: 'no contents',
    url,
    good: request([hi]),
    bad: request([]),
    message: 'contents is not specified',
  },
  {
    rule: 'G1',
    name: 'ends on a model turn',
    url,
    good: request([hi, model('Hm.'), user('And?')]),
    bad: request([hi, model('Hm.')]),
    message: 'Please ensure that multiturn requests end with a user role or a function response.',
  },
  {
    rule: 'G2',
    name: 'starts with a call',
    url,
    good: tools([hi, model(signed()), user(response())]),
    bad: tools([model(signed()), user(response())]),
    message:
      'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
  },
  {
    rule: 'G2',
    name: 'call after a model text of its own',
    url,
    good: tools([hi, model('I look.', signed()), user(response())]),
    bad: tools([hi, model('I look.'), model(signed()), user(response())]),
    message: 'Please ensure that function call turn comes immediately after a user turn',
  },
  {
    rule: 'G3',
    name: 'response without its call',
    url,
    good: tools([hi, model(signed()), user(response())]),
    bad: tools([hi, model('Hm.'), user(response())]),
    message: 'Please ensure that function response turn comes immediately after a function call turn.',
  },
  {
    rule: 'G4',
    name: 'number of responses',
    url,
    good: tools([hi, model(signed(), call('listen')), user(response(), response('listen'))]),
    bad: tools([hi, model(signed(), call('listen')), user(response())]),
    message:
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
  },
  {
    rule: 'G4',
    name: 'responses in two contents',
    url,
    good: tools([hi, model(signed(), call('listen')), user(response(), response('listen'))]),
    bad: tools([hi, model(signed(), call('listen')), user(response()), user(response('listen'))]),
    message: 'Please ensure that',
  },
  {
    rule: 'G4',
    name: 'text among the responses',
    url,
    good: tools([hi, model(signed()), user(response()), user('And?')]),
    bad: tools([hi, model(signed()), user(response(), 'And?')]),
    message: 'the number of function response parts is equal to the number of function call parts',
  },
  {
    rule: 'G5',
    name: 'no parts',
    url,
    good: request([hi, model('Hm.'), user('And?')]),
    bad: request([hi, model(), user('And?')]),
    message: '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.',
  },
  {
    rule: 'G5',
    name: 'an empty part',
    url,
    good: request([hi]),
    bad: request([user({})]),
    message: "contents[0].parts[0].data: required oneof field 'data' must have one initialized field",
  },
  {
    rule: 'G5',
    name: 'empty text, unless it is signed',
    url,
    good: request([hi, model('Hm.', { text: '', thoughtSignature: DUMMY }), user('And?')]),
    bad: request([hi, model('Hm.', { text: '' }), user('And?')]),
    message: 'Unable to submit request because it has an empty text parameter.',
  },
  {
    rule: 'G6',
    name: 'ids come back',
    url,
    good: tools([
      hi,
      model(call('look', { thoughtSignature: DUMMY }, 'a1')),
      user(response('look', { output: 'x' }, 'a1')),
    ]),
    bad: tools([hi, model(call('look', { thoughtSignature: DUMMY }, 'a1')), user(response())]),
    message: 'the id of the function response matches the id of the function call `look`',
  },
  {
    rule: 'G6',
    name: 'responses in the order of calls',
    url,
    good: tools([hi, model(signed(), call('listen')), user(response(), response('listen'))]),
    bad: tools([hi, model(signed(), call('listen')), user(response('listen'), response())]),
    message: 'in the order of the function call parts',
  },
  {
    rule: 'G7',
    name: 'function name',
    url,
    good: declared({ name: '_2fa.check:now' }),
    bad: declared({ name: '2fa' }),
    message:
      '* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name. Must start with a letter or an underscore.',
  },
  {
    rule: 'G7',
    name: 'keyword outside the subset',
    url,
    good: declared({ name: 'x', parametersJsonSchema: { type: 'object', additionalProperties: false } }),
    bad: declared({ name: 'x', parameters: { type: 'object', properties: {}, additionalProperties: false } }),
    message:
      'Invalid JSON payload received. Unknown name "additionalProperties" at \'tools[0].function_declarations[0].parameters\': Cannot find field.',
  },
  {
    rule: 'G7',
    name: 'keyword deeper inside',
    url,
    good: declared({ name: 'x', parameters: { type: 'object', properties: { a: { type: 'string' } } } }),
    bad: declared({ name: 'x', parameters: { type: 'object', properties: { a: { const: 1 } } } }),
    message: 'Unknown name "const" at \'tools[0].function_declarations[0].parameters.properties[0].value\'',
  },
  {
    rule: 'G7',
    name: 'list of types',
    url,
    good: declared({
      name: 'x',
      parameters: { type: 'object', properties: { a: { type: 'string', nullable: true } } },
    }),
    bad: declared({ name: 'x', parameters: { type: 'object', properties: { a: { type: ['string', 'null'] } } } }),
    message: 'Proto field is not repeating, cannot start list.',
  },
  {
    rule: 'G7',
    name: 'response is an object',
    url,
    good: tools([hi, model(signed()), user(response('look', { output: 'x' }))]),
    bad: tools([hi, model(signed()), user(response('look', 'x'))]),
    message:
      "Invalid value at 'contents[2].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct)",
  },
  {
    rule: 'G9',
    name: 'call of the open turn without its signature',
    url,
    good: tools([hi, model(signed()), user(response())]),
    bad: tools([hi, model(call()), user(response())]),
    message:
      'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:look`, position 2.',
  },
  {
    rule: 'G9',
    name: 'each model content of the open turn',
    url,
    good: tools([hi, model(signed()), user(response()), model(signed('listen')), user(response('listen'))]),
    bad: tools([hi, model(signed()), user(response()), model(call('listen')), user(response('listen'))]),
    message: 'function call `default_api:listen`, position 4.',
  },
  {
    rule: 'G9',
    name: 'not in a closed turn',
    url,
    good: tools([hi, model(call()), user(response()), model('Done.'), user('Next')]),
    bad: tools([hi, model('Done.'), user('Next'), model(call()), user(response())]),
    message: 'Function call is missing a thought_signature',
  },
  {
    rule: 'G11',
    name: 'both stand-ins',
    url,
    good: tools([hi, model(signed('look', 'context_engineering_is_the_way_to_go')), user(response())]),
    bad: tools([hi, model(signed('look', 'c2tpcA==')), user(response())]),
    message: 'Corrupted thought signature.',
  },
  {
    rule: 'G12',
    name: 'not base64',
    url,
    good: tools([hi, model(signed()), user(response())]),
    bad: tools([hi, model(signed('look', 'not base64!')), user(response())]),
    message: "Invalid value at 'contents[1].parts[0].thought_signature' (TYPE_BYTES), Base64 decoding failed",
  },
  {
    rule: 'G14',
    name: 'budget zero on a thinking model',
    url: PRO,
    good: thinking({ thinkingBudget: -1 }),
    bad: thinking({ thinkingBudget: 0 }),
    message: 'Budget 0 is invalid. This model only works in thinking mode.',
  },
  {
    rule: 'G14',
    name: 'budget range',
    url: FLASH,
    good: thinking({ thinkingBudget: 24_576 }),
    bad: thinking({ thinkingBudget: 24_577 }),
    message: 'The thinking budget 24577 is invalid. Please choose a value between 0 and 24576.',
  },
  {
    rule: 'G14',
    name: 'level on 2.5',
    url: FLASH,
    good: thinking({ thinkingBudget: 0 }),
    bad: thinking({ thinkingLevel: 'LOW' }),
    message: 'Thinking level is not supported for this model.',
  },
  {
    rule: 'G14',
    name: 'level and budget',
    url,
    good: thinking({ thinkingLevel: 'LOW', includeThoughts: true }),
    bad: thinking({ thinkingLevel: 'LOW', thinkingBudget: 100 }),
    message: 'You can only set only one of thinking budget and thinking level.',
  },
  {
    rule: 'G14',
    name: 'minimal',
    url,
    good: thinking({ thinkingLevel: 'HIGH' }),
    bad: thinking({ thinkingLevel: 'MINIMAL' }),
    message: 'Thinking level MINIMAL is not supported for this model.',
  },
  {
    rule: 'G16',
    name: 'too long',
    url,
    good: request([user('word '.repeat(100_000))]),
    bad: request([user('word '.repeat(200_000))]),
    message: 'exceeds the maximum number of tokens allowed (200000).',
  },
  {
    rule: 'fields',
    name: 'unknown field of a request',
    url,
    good: request([hi]),
    bad: request([hi], { messages: [] }),
    message: 'Invalid JSON payload received. Unknown name "messages": Cannot find field.',
  },
  {
    rule: 'system',
    name: 'empty system instruction',
    url,
    good: request([hi], { systemInstruction: { parts: [{ text: 'Be kind.' }] } }),
    bad: request([hi], { systemInstruction: { parts: [] } }),
    message: '* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.',
  },
  {
    rule: 'fields',
    name: 'unknown field',
    url,
    good: request([hi]),
    bad: request([{ ...hi, id: 'm1' }]),
    message: 'Invalid JSON payload received. Unknown name "id" at \'contents[0]\': Cannot find field.',
  },
];

describe('rules of Gemini', () => {
  checkCases(vendors, CASES, (reply) => ({ message: String(errorOf(reply).message), error: errorOf(reply) }));

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
