import { describe, expect, it } from 'vitest';
import { ListStart } from '#core/list-start.ts';
import type { NormalizedMessage } from '#core/request.ts';
import { BodyLinter } from '#core/wire/body-linter.ts';
import type { SplitBody } from '#core/wire/conversation.ts';
import { arePlain } from '#core/wire/plain-messages.ts';
import { PIXEL } from './arbitrary-history.ts';
import { target } from './targets.ts';

const claude = target('anthropic', 'claude-opus-4-8');
const said = (role: string, text: string) => ({ role, content: [{ type: 'text', text }] });
const started = [said('user', 'a'), said('assistant', 'b'), said('user', 'c'), said('assistant', 'd')];

function bodyOf(start: readonly unknown[], end: readonly unknown[]): SplitBody {
  return {
    body: { model: 'claude-opus-4-8', max_tokens: 100, messages: [] },
    field: 'messages',
    conversation: { leading: [], start: ListStart.of(start), end },
  };
}

const rulesOf = (body: SplitBody, isSound: boolean) =>
  new BodyLinter().lint(body, claude, isSound).map(({ rule, path }) => `${rule} ${path}`);

describe('a body whose start is sound', () => {
  it('is only looked at after that', () => {
    const body = bodyOf([said('user', ' '), ...started.slice(1)], [said('user', 'e')]);
    expect(rulesOf(body, true)).toEqual([]);
    expect(rulesOf(body, false)).toEqual(['A5 messages.0.content.0']);
  });

  it('is refused for what follows, at its place in the whole body', () => {
    expect(rulesOf(bodyOf(started, [said('user', ' ')]), true)).toEqual(['A5 messages.4.content.0']);
    expect(rulesOf(bodyOf(started, [said('assistant', 'e')]), true)).toContain('A4b messages.4');
  });

  it('is looked at as a whole when thinking has a budget: the open loop may begin anywhere', () => {
    const body = bodyOf([said('user', ' '), ...started.slice(1)], [said('user', 'e')]);
    const asked = { ...body, body: { ...body.body, thinking: { type: 'enabled', budget_tokens: 1_024 } } };
    expect(rulesOf(asked, true)).toContain('A5 messages.0.content.0');
  });
});

describe('plain messages', () => {
  const user = (...parts: NormalizedMessage['parts']): NormalizedMessage => ({ role: 'user', parts });
  const call = (args: unknown): NormalizedMessage => ({
    role: 'assistant',
    parts: [{ type: 'tool_call', id: 'a', name: 'read', args }],
  });
  const result = (more: object): NormalizedMessage => ({
    role: 'tool',
    parts: [{ type: 'tool_result', callId: 'a', text: 'read', ...more }],
  });
  const large = 'x'.repeat(64 * 1024);

  it.each<[string, NormalizedMessage]>([
    ['a text', user({ type: 'text', text: 'a' })],
    ['thinking', { role: 'assistant', parts: [{ type: 'thinking', text: 'a', signature: 'b' }] }],
    ['a call', call({ path: ['a', { b: 1 }] })],
    ['a result', result({})],
  ])('may hold %s', (_, message) => {
    expect(arePlain([user({ type: 'text', text: 'a' }), message])).toBe(true);
  });

  it.each<[string, NormalizedMessage]>([
    ['a picture', user({ type: 'image', mime: 'image/png', data: PIXEL })],
    ['a result with a picture', result({ images: [{ mime: 'image/png', data: PIXEL }] })],
    ['a block of a vendor', { role: 'assistant', parts: [{ type: 'vendor_block', kind: 'a', data: '{}' }] }],
    ['a large text', user({ type: 'text', text: large })],
    ['a large argument', call({ path: ['a', { b: large }] })],
    ['large reasoning', { role: 'assistant', parts: [], reasoning: large }],
  ])('may not hold %s', (_, message) => {
    expect(arePlain([user({ type: 'text', text: 'a' }), message])).toBe(false);
  });
});
