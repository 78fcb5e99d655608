import { describe, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import type { SendRow, SessionTarget, StoredMessage } from '#storage/rows.ts';
import { plannedSwitch, targetBefore } from '#ui/features/conversation/switch/last-answerer.ts';

const connection = (id: string, vendor: 'anthropic' | 'openai'): Connection => ({
  id,
  label: id,
  vendor,
  protocol: vendor === 'openai' ? 'openai-responses' : 'anthropic',
  baseUrl: `https://${id}.example`,
  practice: false,
  custom: false,
  needsKey: true,
  configured: true,
  last4: null,
  account: null,
  keyUrl: null,
});
const A = connection('a', 'anthropic');
const O = connection('o', 'openai');
const target = (of: Connection, model: string): SessionTarget => ({ connection: of.id, model, thinking: 'low' });
const answer = (of: Connection, model: string) =>
  ({ role: 'assistant', origin: { vendor: of.vendor, model, endpoint: of.baseUrl } }) as StoredMessage;
const question = { role: 'user' } as StoredMessage;

describe('a planned change of hands', () => {
  it('is none before anybody has answered, and none with the same model', () => {
    expect(plannedSwitch([question], target(O, 'gpt'), O)).toBeNull();
    expect(plannedSwitch([question, answer(A, 'claude')], target(A, 'claude'), A)).toBeNull();
    expect(plannedSwitch([answer(A, 'claude')], null, null)).toBeNull();
  });

  it('is one to another vendor, another model, and the same model behind another address', () => {
    const said = [question, answer(A, 'claude'), question];
    expect(plannedSwitch(said, target(O, 'gpt'), O)?.from.model).toBe('claude');
    expect(plannedSwitch(said, target(A, 'opus'), A)).not.toBeNull();
    expect(
      plannedSwitch(said, { ...target(A, 'claude'), connection: 'proxy' }, connection('proxy', 'anthropic')),
    ).not.toBeNull();
  });

  it('goes by the newest answer', () => {
    const said = [answer(A, 'claude'), answer(O, 'gpt')];
    expect(plannedSwitch(said, target(O, 'gpt'), O)).toBeNull();
    expect(plannedSwitch(said, target(A, 'claude'), A)?.from.model).toBe('gpt');
  });

  it('knows what the conversation had before: as it was asked for, or as the answer tells', () => {
    const from = { vendor: 'anthropic', model: 'claude', endpoint: A.baseUrl } as const;
    const send = { connection: 'a', model: 'claude', thinking: 'high' } as SendRow;
    expect(targetBefore(from, send, [A, O], 'low')).toEqual({ connection: 'a', model: 'claude', thinking: 'high' });
    expect(targetBefore(from, { ...send, usual: 'medium' }, [A, O], 'low')?.thinking).toBe('medium');
    expect(targetBefore(from, null, [A, O], 'low')).toEqual({ connection: 'a', model: 'claude', thinking: 'low' });
    expect(targetBefore(from, { ...send, model: 'other' }, [A, O], 'off')?.thinking).toBe('off');
    expect(targetBefore(from, send, [O], 'low')).toBeNull();
  });
});
