import { describe, expect, it } from 'vitest';
import type { StoredPart } from '#storage/rows.ts';
import type { HookStages } from '#core/reliability/hook.ts';
import { PREVENTIVE_HOOKS } from '#core/preventive-hook.ts';
import { preventiveRule } from '#core/reliability/hooks/preventive-rules.ts';
import { practiceVendors } from '../vendors/practice-lab.ts';
import { AgentWorld, openProfile } from './agent/agent-world.ts';

/** A world that records the steps of a request. */
async function watched() {
  const seen: string[] = [];
  /** The token budget is also checked before the question is stored; only the last check before a request counts. */
  const note = (id: string, what: string): void => {
    const old = seen.findLastIndex((one) => one.startsWith(id));
    if (old > seen.lastIndexOf('request')) seen.splice(old, 1);
    seen.push(`${id}: ${what}`);
  };
  const profile = await openProfile();
  const rule = (id: (typeof PREVENTIVE_HOOKS)[number]): HookStages => ({
    async 'messages.transform'(value, context) {
      const stored = await profile.db.messages.toArray();
      note(id, `${stored.filter(({ role }) => role === 'user').length} stored`);
      return (await preventiveRule(id)['messages.transform']?.(value, context)) ?? value;
    },
  });
  const refused = (id: string): HookStages => ({
    event(event) {
      if (event.type === 'session.error') seen.push(`${id}: ${event.type}`);
      return event.type === 'session.error' ? { ...event, recovery: 'stricter' } : event;
    },
  });
  const world = new AgentWorld(profile, undefined, practiceVendors(), {
    'thinking-block-validator': rule('thinking-block-validator'),
    'empty-message-sanitizer': rule('empty-message-sanitizer'),
    'session-recovery': refused('session-recovery'),
  });
  world.onRequest = () => void seen.push('request');
  return { world, seen, db: profile.db };
}

describe('a message', () => {
  it('is stored, asked about, compiled and sent in the documented order, and nothing of it is stored changed', async () => {
    const { world, seen, db } = await watched();
    const id = await world.begin('claude');
    await world.send(id, 'First.');
    const compiled = (questions: number) => PREVENTIVE_HOOKS.map((hook) => `${hook}: ${questions} stored`);
    expect(seen).toEqual([...compiled(1), 'request']);
    const stored = async () => JSON.stringify(await db.messages.orderBy('id').toArray());
    const put = async (...parts: StoredPart[]) =>
      db.messages.update((await world.path(id)).at(-1)?.id ?? '', { parts });

    // An empty answer stays stored as it is, and is left out of the request.
    await put({ type: 'text', text: ' ' });
    let before = await stored();
    seen.length = 0;
    await world.send(id, 'Second.');
    expect(seen).toEqual([...compiled(2), 'request']);
    expect((await stored()).startsWith(before.slice(0, -1))).toBe(true);
    const body = JSON.stringify(world.sent[1]?.body);
    expect(body).toContain('First.');
    expect(body).not.toContain('"text":" "');

    // An unforeseeable violation is refused, and recovered from.
    await put({ type: 'thinking', text: 'Hm.', signature: 'bm90IG1pbmU=' }, { type: 'text', text: 'An answer.' });
    before = await stored();
    seen.length = 0;
    await world.send(id, 'Third.');
    expect(seen).toEqual([...compiled(3), 'request', 'session-recovery: session.error', 'request']);
    expect((await stored()).startsWith(before.slice(0, -1))).toBe(true);
    expect((await world.path(id)).at(-1)?.error).toBeUndefined();
    expect(world.errors).toEqual([]);
  });
});
