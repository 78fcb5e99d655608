import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Turn } from '#practice/base/conversation.ts';
import { parseScript } from '#practice/script/parse-script.ts';
import { planAnswer } from '#practice/script/plan-answer.ts';
import { readCalls } from '#practice/script/read-calls.ts';
import { sampleArguments } from '#practice/script/sample-arguments.ts';
import { splitJson, splitText } from '#practice/base/split-text.ts';
import { modelPrompts as english } from '#texts/en/model-prompts.ts';
import { modelPrompts as japanese } from '#texts/ja/model-prompts.ts';
import { modelPrompts as korean } from '#texts/ko/model-prompts.ts';
import { codePoint } from '#test/code-point.ts';

describe('directives', () => {
  it('are lines; the rest is the question', () => {
    const script = parseScript('Hello\n!think 3\n  !speed 40\nhow are you?\n!redacted\n!bytes 3\n!long 100');
    expect(script).toMatchObject({
      question: 'Hello\nhow are you?',
      think: 3,
      speed: 40,
      redacted: true,
      chunkBytes: 3,
      long: 100,
      problems: [],
    });
    expect(parseScript('!speed 0').speed).toBe(Infinity);
    expect(parseScript('say !think 3 aloud')).toMatchObject({ think: null, question: 'say !think 3 aloud' });
  });

  it('leave out what a client puts beside the message, and only that', () => {
    const message = '<environment>\n!fault 500\nfolder: x\n</environment>\nHello\n<b>bold</b>\n<open>\nstays';
    expect(parseScript(message)).toMatchObject({ question: 'Hello\n<b>bold</b>\n<open>\nstays', faults: [] });
  });

  it('read calls with and without arguments', () => {
    expect(readCalls('look {"a":"}{","b":{"c":[1]}} listen  fs__read {"x":"\\""}')).toEqual([
      { name: 'look', args: { a: '}{', b: { c: [1] } } },
      { name: 'listen', args: null },
      { name: 'fs__read', args: { x: '"' } },
    ]);
    expect(readCalls('look {"a":')).toEqual({ why: 'arguments', about: 'look' });
    expect(readCalls('look {a: 1}')).toEqual({ why: 'arguments', about: 'look' });
    expect(readCalls('')).toEqual({ why: 'tool-name', about: '' });
    expect(parseScript('!tool a {}\n!parallel b c').rounds.map((round) => round.map((call) => call.name))).toEqual([
      ['a'],
      ['b', 'c'],
    ]);
  });

  it('read faults with their options', () => {
    const { faults } = parseScript(
      '!fault 429 retry-after=2 times=1\n!fault reset after=200 in=thinking round=1\n!refuse',
    );
    expect(faults).toEqual([
      {
        kind: 429,
        after: null,
        of: 'answer',
        times: 1,
        retryAfter: 2,
        ms: 3000,
        round: 0,
        line: '!fault 429 retry-after=2 times=1',
      },
      {
        kind: 'reset',
        after: 200,
        of: 'thinking',
        times: null,
        retryAfter: null,
        ms: 3000,
        round: 1,
        line: '!fault reset after=200 in=thinking round=1',
      },
      expect.objectContaining({ kind: 'refusal', line: '!refuse' }),
    ]);
    expect(parseScript('!fault 429 retry-after=none').faults[0]?.retryAfter).toBe('none');
  });

  it('say what is wrong with a line instead of ignoring it', () => {
    const { problems, faults } = parseScript(
      '!fualt 429\n!fault nothing\n!fault 429 wait=2\n!think much\n!show me\n!tool',
    );
    expect(faults).toEqual([]);
    expect(problems).toEqual([
      { line: '!fualt', why: 'unknown', about: '' },
      { line: '!fault nothing', why: 'fault', about: expect.stringMatching(/^400, 401/) as string },
      { line: '!fault 429 wait=2', why: 'option', about: 'wait=2' },
      { line: '!think much', why: 'number', about: '' },
      { line: '!show me', why: 'topic', about: '' },
      { line: '!tool', why: 'tool-name', about: '' },
    ]);
  });

  it('never throw, whatever is written', () => {
    const line = fc.oneof(
      fc.string(),
      fc.string().map((rest) => `!${rest}`),
      fc
        .constantFrom('!tool', '!fault', '!parallel', '!echo', '!think')
        .chain((name) => fc.string().map((rest) => `${name} ${rest}`)),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const script = parseScript(lines.join('\n'));
        expect(script.problems.every(({ line: wrong }) => wrong.trimStart().startsWith('!'))).toBe(true);
      }),
    );
  });

  it('stay fast on a long paste', () => {
    const started = performance.now();
    const paste = `${'<a>\n'.repeat(100_000)}${'내가 '.repeat(200_000)}`;
    const { plan } = planAnswer(conversation([said('user', paste)]));
    expect(plan.steps.length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

const said = (role: Turn['role'], text: string, more: Partial<Turn> = {}): Turn => ({
  role,
  text,
  calls: [],
  results: [],
  attachments: 0,
  ...more,
});

const conversation = (turns: Turn[], more: Partial<Conversation> = {}): Conversation => ({
  ownTools: new Set(),
  citable: [],
  model: 'practice-claude',
  label: 'Practice Claude',
  system: '',
  turns,
  tools: [
    {
      name: 'files__read',
      description: 'Reads',
      schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
    { name: 'listen', description: '', schema: {} },
  ],
  forced: null,
  json: null,
  pictures: false,
  thinks: true,
  pauses: false,
  paused: null,
  interleaves: true,
  maxOutput: null,
  ...more,
});

const textOf = (turns: Turn[], more: Partial<Conversation> = {}): string =>
  planAnswer(conversation(turns, more))
    .plan.steps.map((step) => (step.kind === 'text' ? step.text : ''))
    .join('');

describe('answers', () => {
  it.each([
    ['Who are you?', '**Baton** is a chat client'],
    ['Write me some Python', 'def fibonacci'],
    ['Show me markdown', '## A short tour of Markdown'],
    ['A formula please', '\\frac{-b'],
    ['Make a table', '| Practice model |'],
    ['What tools are there?', '`files.read`: Reads'],
    ['help', '!fault 429 retry-after=2'],
    ['!help', '!fault 429 retry-after=2'],
    ['!도움말', '업체의 오류 그대로'],
    ['!ヘルプ', 'プロバイダーのエラーのまま'],
    ['!tool', '`!tool`: needs the name of a tool'],
    ['!show me\n무엇이 있나요?', '`!show me`: 없는 주제예요'],
    ['!show math', '\\frac{-b'],
    ['Why is the sky blue?', '> Why is the sky blue?'],
    ['넌 누구야?', '**Baton**은 대화 도중에'],
    ['파이썬 코드 보여줘', 'Python 코드예요.'],
    ['마크다운 예시', '## 마크다운 둘러보기'],
    ['수식 하나 보여줘', '다음과 같아요.'],
    ['표로 보여줘', '| 연습 모델 |'],
    ['도움말', '한 번 실패한 뒤 성공'],
    ['하늘은 왜 파래?', '> 하늘은 왜 파래?'],
    ['Hello!', 'Hello! I’m Practice Claude.'],
    ['안녕하세요', '안녕하세요! Baton이'],
    ['Thank you', 'You’re welcome.'],
    ['고마워요!', '천만에요.'],
    ['こんにちは。', 'こんにちは。Batonについて'],
    ['Pythonのコードを見せて', 'Pythonのコードです。'],
    ['空はなぜ青いの', '> 空はなぜ青いの'],
    ['ありがとうございます', 'どういたしまして。'],
  ])('to "%s" say what was asked for', (question, expected) => {
    expect(textOf([said('user', question)])).toContain(expected);
  });

  it('say in the first answer that this is practice, and only there', () => {
    const first = textOf([said('user', 'Hello')]);
    expect(first.startsWith('> **Practice.** Practice Claude gives scripted answers')).toBe(true);
    const second = textOf([said('user', 'Hello'), said('assistant', first), said('user', 'And now?')]);
    expect(second).not.toContain('**Practice.**');
    expect(textOf([said('user', '!echo as it is')])).toBe('as it is');
    expect(textOf([said('user', 'one\n!echo\ntwo')])).toBe('one\ntwo');
  });

  it('remember what was said', () => {
    const turns = [
      said('user', 'Hello\n!think 2'),
      said('assistant', 'Hm.'),
      said('user', 'Blue'),
      said('assistant', 'Hm.'),
    ];
    const text = textOf([...turns, said('user', 'What did I say so far?')]);
    expect(text).toContain('You have written 3 messages. In order:\n\n1. Hello\n2. Blue\n3. What did I say so far?');
    expect(textOf([...turns, said('user', 'Sky?')])).toContain('This is your message number 3. 2 answers came before');
  });

  it('list what was said where a switch asks for a summary', () => {
    for (const [question, prompt] of [
      ['What does a baton weigh?', english.handoff],
      ['바통은 얼마나 무거운가요?', korean.handoff],
      ['バトンの重さは？', japanese.handoff],
    ] as const) {
      const text = textOf([said('user', question), said('assistant', 'Hm.'), said('user', prompt)]);
      expect(text).toContain(`1. ${question}`);
      expect(text).not.toContain('2. ');
    }
  });

  it('have about the length that was asked for', () => {
    for (const length of [200, 5000, 40_000]) {
      const text = textOf([said('user', `!long ${length}`)]);
      expect(text.length).toBeGreaterThan(length);
      expect(text.length).toBeLessThan(length + 700);
    }
  });

  it('mention attachments and mistakes', () => {
    expect(textOf([said('user', 'Look', { attachments: 2 })])).toContain('You attached 2 files.');
    expect(textOf([said('user', '!fualt 500')])).toContain('- `!fualt`: isn’t a command');
  });
});

describe('thinking', () => {
  const kinds = (text: string, more: Partial<Conversation> = {}) =>
    planAnswer(conversation([said('user', text)], more)).plan.steps.map((step) => step.kind);
  it('comes first, as much as wanted, when the request allows it', () => {
    expect(kinds('Hello')).toEqual(['thinking', 'text']);
    expect(kinds('Hello\n!think 0')).toEqual(['text']);
    expect(kinds('Hello\n!redacted')).toEqual(['thinking', 'redacted', 'text']);
    expect(kinds('Hello\n!think 3', { thinks: false })).toEqual(['text']);
    const [step] = planAnswer(conversation([said('user', 'Hello\n!think 7')])).plan.steps;
    expect(step?.kind === 'thinking' && step.text.split('\n\n')).toHaveLength(7);
  });
});

describe('tool rounds', () => {
  const ask = said('user', '!tool read {"path":"a"}\n!parallel listen files__read');
  const round = (names: string[]) => [
    said('assistant', '', { calls: names.map((name) => ({ name, args: {} })) }),
    said('user', '', { results: names.map((name) => ({ name, text: `${name} said`, failed: false })) }),
  ];

  it('follow the script, one directive to a round, then the results', () => {
    const first = planAnswer(conversation([ask]));
    expect(first.plan.stop).toBe('calls');
    expect(first.plan.steps.at(-1)).toMatchObject({
      kind: 'call',
      name: 'files__read',
      args: { path: 'a' },
      json: '{"path":"a"}',
    });
    const second = planAnswer(conversation([ask, ...round(['files__read'])]));
    expect(second.round).toBe(1);
    expect(second.plan.steps.flatMap((step) => (step.kind === 'call' ? [[step.name, step.args]] : []))).toEqual([
      ['listen', {}],
      ['files__read', { path: 'practice' }],
    ]);
    const last = textOf([ask, ...round(['files__read']), ...round(['listen', 'files__read'])]);
    expect(last).toContain('3 results');
    expect(last).toContain('listen said');
  });

  it('think between calls only where thinking interleaves', () => {
    const turns = [ask, ...round(['files__read'])];
    const kinds = (interleaves: boolean) =>
      planAnswer(conversation(turns, { interleaves })).plan.steps.map((step) => step.kind);
    expect(kinds(true)).toEqual(['thinking', 'text', 'call', 'call']);
    expect(kinds(false)).toEqual(['text', 'call', 'call']);
  });

  it('begin anew with the next message, and name what is missing', () => {
    const turns = [ask, ...round(['files__read']), said('assistant', 'Done.'), said('user', '!tool nothing')];
    expect(planAnswer(conversation(turns)).round).toBe(0);
    expect(textOf(turns)).toContain('This request has no tool named `nothing`. It has `files.read`, `listen`.');
  });

  it('make the call that the request demands', () => {
    const plan = (forced: string) => planAnswer(conversation([said('user', 'Hello')], { forced })).plan.steps.at(-1);
    expect(plan('listen')).toMatchObject({ kind: 'call', name: 'listen' });
    expect(plan('*')).toMatchObject({ kind: 'call', name: 'files__read', args: { path: 'practice' } });
  });
});

describe('faults and paragraphs', () => {
  it('forget the fault of a message that a client joined with the next one', () => {
    const joined = parseScript('!fault 401\n\nAre you there?');
    expect(joined.faults).toEqual([]);
    expect(joined.question).toBe('Are you there?');
    expect(parseScript('!refuse\n\n!fault 529 times=1\nAgain.').faults.map((fault) => fault.line)).toEqual([
      '!fault 529 times=1',
    ]);
  });

  it('keep other directives of the whole message', () => {
    expect(parseScript('!think 3\n\nWhy?').think).toBe(3);
  });
});

describe('an answer that has to be JSON', () => {
  it('is made up from its schema', () => {
    const json = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };
    expect(JSON.parse(textOf([said('user', 'Hello')], { json }))).toEqual({ title: 'practice' });
    expect(JSON.parse(textOf([said('user', 'Hello')], { json: true }))).toEqual({});
  });
});

describe('small parts', () => {
  it('make arguments up from a schema', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'integer', minimum: 3 },
        b: { enum: ['x', 'y'] },
        c: { type: ['null', 'array'], items: { type: 'object', properties: { d: { const: 7 } }, required: ['d'] } },
        e: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
        f: { default: 'g' },
        optional: { type: 'string' },
      },
      required: ['a', 'b', 'c', 'e', 'f'],
    };
    expect(sampleArguments(schema)).toEqual({ a: 3, b: 'x', c: [{ d: 7 }], e: true, f: 'g' });
    expect(sampleArguments(undefined)).toEqual({});
    expect(sampleArguments({ type: 'string' })).toEqual({});
  });

  it('split texts into pieces that make the text again, without tearing a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint }), (text) => {
        for (const pieces of [[...splitText(text)], [...splitJson(text)]]) {
          expect(pieces.join('')).toBe(text);
          expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
        }
      }),
    );
  });
});
