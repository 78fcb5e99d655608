import { describe, expect, it } from 'vitest';
import { readCleared } from '#ui/features/conversation/inspector/read-cleared.ts';
import { DEFAULT_CONFIGURATION } from '#core/reliability/configuration.ts';
import type { HistoryMessage } from '#core/message.ts';
import { seatTarget } from '../vendors/practice-lab.ts';
import { CLAUDE, GPT, PracticeWorld } from './practice-world.ts';
import { answerOf, RecoveryLab, user } from './recovery-lab.ts';

const ON = { experimental: { ...DEFAULT_CONFIGURATION.experimental, server_context_editing: true } };
const claude = seatTarget('Claude, bound signatures', { contextEditing: true });
const FIELD = 'context_management';

/** Tool uses whose results together exceed the vendor's trigger, in a window that fits them all. */
const rounds = (count: number): HistoryMessage[] => [
  user('Look.'),
  ...Array.from({ length: count }, (_, index): HistoryMessage[] => {
    const id = `toolu_${index}`;
    return [
      {
        ...answerOf(claude),
        stop: 'tool',
        parts: [{ type: 'tool_call', id, name: 'clock__now', args: {} }],
      },
      { role: 'tool', parts: [{ type: 'tool_result', callId: id, name: 'clock__now', text: 'word '.repeat(25_000) }] },
    ];
  }).flat(),
  answerOf(claude),
];

describe('the setting server_context_editing', () => {
  it('is off, and then asks Anthropic only, as the inspector shows it', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, 'One.']);
    world.configuration = ON;
    await world.say(id, CLAUDE, 'Two.');
    await world.say(id, GPT, 'Three.');
    expect(world.bodies.map((body) => Object.hasOwn(Object(body), FIELD))).toEqual([false, true, false]);

    world.configuration = {};
    const answers = (await world.path(id)).filter(({ role }) => role === 'assistant');
    for (const [index, answer] of answers.entries()) {
      const inspection = await world.requests.inspect(id, answer.id);
      expect(inspection?.rebuilt.kind, `answer ${index + 1}`).toBe('exact');
      const request = inspection?.rebuilt.kind === 'exact' ? inspection.rebuilt.request : null;
      expect(request?.body).toEqual(world.bodies[index]);
      expect(request?.headers['anthropic-beta']?.includes('context-management-2025-06-27') ?? false).toBe(index === 1);
    }
  });

  it('is in the preview of the next message', async () => {
    const world = await PracticeWorld.open();
    const { id } = await world.talk([CLAUDE, 'One.']);
    world.configuration = ON;
    const preview = await world.requests.preview(id, { target: CLAUDE, outgoing: { text: 'Two.', attachments: [] } });
    if (!preview.ok) throw new Error(preview.error.message);
    expect(preview.request.body).toHaveProperty(FIELD);
  });

  it('spares the writer of a summary, which has to tell of everything', async () => {
    const world = await PracticeWorld.open();
    world.configuration = ON;
    const { id } = await world.talk([CLAUDE, 'One.']);
    const summarized = await world.flows.summarize(id, new AbortController().signal, () => undefined);
    expect(summarized.ok).toBe(true);
    expect(world.bodies.map((body) => Object.hasOwn(Object(body), FIELD))).toEqual([true, false]);
  });
});

describe('what the vendor cleared', () => {
  it('is told beside the answer with its counts; nothing stored changes, and no estimate learns from it', async () => {
    const lab = await RecoveryLab.open();
    await lab.put(...rounds(5));
    const before = await lab.stored();
    const asked = await lab.ask('And now?', claude);
    expect(asked.message.error).toBeUndefined();
    expect(asked.bodies).toHaveLength(1);
    const [note, ...more] = asked.send?.vendorNotes ?? [];
    expect(more).toEqual([]);
    expect(note?.rule).toBe('vendor-cleared-tool-uses');
    const cleared = readCleared(note?.detail ?? '');
    expect(cleared?.uses).toBe(2);
    expect(cleared?.tokens).toBeGreaterThan(50_000);
    expect(asked.added).toEqual([]);
    expect((await lab.stored()).startsWith(before.slice(0, -1))).toBe(true);

    const again = await lab.ask('And then?', claude);
    expect(again.send?.tokenFactor).toBeUndefined();
    expect(JSON.stringify(again.bodies[0]?.[FIELD])).toBe(JSON.stringify(asked.bodies[0]?.[FIELD]));
  });

  it('is nothing where the request is small', async () => {
    const lab = await RecoveryLab.open();
    const asked = await lab.ask('Hello.', claude);
    expect(asked.bodies[0]).toHaveProperty(FIELD);
    expect(asked.send?.vendorNotes).toEqual([]);
  });

  it('is done without where the field is refused, now and from then on', async () => {
    const lab = await RecoveryLab.open();
    const message = 'context_management: Extra inputs are not permitted';
    lab.gate = (body) =>
      FIELD in body
        ? Response.json({ type: 'error', error: { type: 'invalid_request_error', message } }, { status: 400 })
        : null;
    const asked = await lab.ask('Hello.', claude);
    expect(asked.message.error).toBeUndefined();
    expect(asked.bodies.map((body) => FIELD in body)).toEqual([true, false]);
    expect(asked.send?.repairs).toMatchObject([{ message }]);
    expect(asked.added).toMatchObject([{ kind: 'omit-field', data: { field: FIELD } }]);
    const next = await lab.ask('And now?', claude);
    expect(next.bodies.map((body) => FIELD in body)).toEqual([false]);
  });
});

describe('the counts of a note', () => {
  it.each(['', 'messages.1.content.0: prefix_binding_mismatch', '8 tool uses', 'x 8 tool uses, 5 tokens'])(
    'are not read out of “%s”',
    (detail) => expect(readCleared(detail)).toBeNull(),
  );
});
