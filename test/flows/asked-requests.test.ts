import { describe, expect, it } from 'vitest';
import type { Target } from '#core/request.ts';
import { bodyDigest } from '#vendors/base/body-text.ts';
import { practiceTarget, SEAT_NAMES, seatTarget } from '../vendors/practice-lab.ts';
import { answerOf, long, RecoveryLab, thought, user, withModel } from './recovery-lab.ts';

const claude = practiceTarget('practice-claude');

describe('the record of a request', () => {
  it.each(SEAT_NAMES)('%s: is there before the request leaves, with the digest of what leaves', async (name) => {
    const lab = await RecoveryLab.open();
    const target = seatTarget(name, { system: 'Be brief.' });
    await lab.put(user('q'), answerOf(practiceTarget('practice-gpt'), thought({ encrypted: 'Z0FBQQ==' })));
    const before: Promise<number>[] = [];
    lab.onRequest = () => before.push(lab.db.sends.count());
    const asked = await lab.ask('And now?', target);
    expect(asked.message.error).toBeUndefined();
    expect(await Promise.all(before)).toEqual([1]);
    expect(asked.send).toMatchObject({
      vendor: target.vendor,
      model: target.model.id,
      endpoint: target.endpoint,
      account: 'practice',
      thinking: 'medium',
      system: 'Be brief.',
      digest: bodyDigest(asked.bodies[0]),
      left: 0,
      repairs: [],
    });
    expect(asked.send?.tokens).toBeGreaterThan(0);
    const ids = new Set((await lab.db.messages.toArray()).map(({ id }) => id));
    expect(asked.send?.notes.filter(({ message }) => message !== undefined && !ids.has(message))).toEqual([]);
  });

  it('names the messages of its notes by id, and where the window begins', async () => {
    const lab = await RecoveryLab.open();
    const rows = await lab.put(...long(15, claude), user('q'), answerOf(claude, thought({})));
    const asked = await lab.ask('And now?', { ...claude, window: { messages: 10 } });
    const place = rows.findIndex(({ id }) => id === asked.send?.first);
    expect(place).toBeGreaterThan(15);
    expect(asked.send?.left).toBe(place);
    expect(asked.send?.notes).toContainEqual(
      expect.objectContaining({ rule: 'drop-unusable-thinking', message: rows.at(-1)?.id }),
    );
  });

  it('keeps what the vendor says it left out', async () => {
    const lab = await RecoveryLab.open();
    const first = await lab.ask('!think 2\nFirst.', { ...claude, system: 'Be brief.' });
    expect(first.send?.vendorNotes).toEqual([]);
    const second = await lab.ask('Second.', { ...claude, system: 'Be very brief.' });
    expect(second.bodies).toHaveLength(1);
    expect(second.send?.vendorNotes).not.toEqual([]);
  });
});

describe('a request that cannot be made', () => {
  it('never leaves, says why, and the conversation goes on', async () => {
    const lab = await RecoveryLab.open();
    const small = withModel(claude, { contextWindow: 2_000 });
    const asked = await lab.ask('far too much '.repeat(2_000), small);
    expect(asked.bodies).toEqual([]);
    expect(asked.send).toBeUndefined();
    expect(asked.message.error).toMatchObject({
      kind: 'context_overflow',
      code: 'message_too_long',
      retryable: false,
    });
    expect(asked.message.error).not.toHaveProperty('vendor');
    expect((await lab.ask('less', claude)).message.error).toBeUndefined();
  });
});

describe('decisions of the engine', () => {
  it('are stored before the request that needs them leaves, and hold from then on', async () => {
    const lab = await RecoveryLab.open();
    const target: Target = { ...claude, system: 'Be brief.' };
    const first = await lab.ask('!think 2\nFirst.', target);
    const [block] = first.message.parts;
    const signature = block?.type === 'thinking' ? block.signature : undefined;
    expect(signature).not.toBeUndefined();
    // No block may be sent while thinking is off on a model that binds them (A24).
    const stored: Promise<string[]>[] = [];
    lab.onRequest = () => stored.push(lab.db.overlays.toArray().then((rows) => rows.map(({ kind }) => kind)));
    const off = await lab.ask('Second.', { ...target, thinking: 'off' });
    expect(await Promise.all(stored)).toEqual([['strip-state']]);
    expect(off.added).toMatchObject([{ kind: 'strip-state', target: { message: first.message.id } }]);
    const again = await lab.ask('Third.', target);
    expect(again.bodies).toHaveLength(1);
    expect(JSON.stringify(again.bodies[0])).not.toContain(signature);
    expect(again.added).toEqual([]);
  });
});

describe('calibration', () => {
  it('learns per conversation and model from what the vendor counts, and then stays', async () => {
    const lab = await RecoveryLab.open();
    await lab.put(...long(4, claude));
    const factors: (number | undefined)[] = [];
    const ratios: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const { send, message } = await lab.ask('More.', claude);
      factors.push(send?.tokenFactor);
      ratios.push((message.usage?.input ?? 0) / (send?.tokens ?? 1));
    }
    expect(factors[0]).toBeUndefined();
    expect(factors.slice(1).every((factor) => factor !== undefined)).toBe(true);
    const error = (ratio: number | undefined) => Math.abs((ratio ?? 0) - 1);
    expect(error(ratios.at(-1))).toBeLessThan(0.1);
    expect(factors.at(-1)).toBe(factors.at(-2));
    // Another model's count doesn't apply.
    const other = await lab.ask('Elsewhere.', practiceTarget('practice-gpt'));
    expect(other.send?.tokenFactor).toBeUndefined();
  });

  it('learns nothing from a prompt that was not read whole', async () => {
    const lab = await RecoveryLab.open();
    await lab.put(...long(4, claude));
    const first = await lab.ask('More.', claude);
    await lab.db.sends.update(first.message.id, { vendorNotes: [{ rule: 'vendor-cut-prompt' }] });
    const second = await lab.ask('More.', claude);
    expect(second.send?.tokenFactor).toBeUndefined();
  });
});
