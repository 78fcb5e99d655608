import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '#core/message.ts';
import type { SeedMessage } from '#test/conformance/seed/seed-message.ts';
import { sanitizeEmptyMessages } from '#test/conformance/seed/empty-message-sanitizer.ts';
import {
  createThinkingBlockValidatorHook,
  isExtendedThinkingModel,
  validateThinking,
} from '#test/conformance/seed/thinking-block-validator.ts';
import { findModel } from '#vendors/catalog/find-model.ts';
import { deepFreeze } from './engine-properties.ts';
import type { PreventiveHook } from '#core/preventive-hook.ts';
import { answer, call, named, result, user } from './history-builders.ts';
import { renderBody } from './wire-body.ts';

const transform = (messages: readonly SeedMessage[], modelID?: string) =>
  createThinkingBlockValidatorHook(modelID)['experimental.chat.messages.transform']({}, { messages });

const say = (role: 'user' | 'assistant', text: string, modelID?: string): SeedMessage => ({
  info: { id: text, role, ...(modelID !== undefined && { modelID }) },
  parts: [{ type: 'text', text }],
});

describe('the hook of the documents', () => {
  it('answers with a new history and what it changed', async () => {
    const given = deepFreeze([say('user', 'q'), say('assistant', 'a'), say('user', 'r')]);
    const { messages, changed } = await transform(given, 'claude-opus-4.5');
    expect(changed).toEqual([1]);
    expect(messages).toEqual(validateThinking(given, 'claude-opus-4.5'));
    expect(messages[0]).toBe(given[0]);
    expect(messages[1]?.parts).toHaveLength(2);
    expect(given[1]?.parts).toHaveLength(1);
  });

  it('goes by the model that is asked now, and else by the last question', async () => {
    const given = [say('user', 'q', 'gpt-4o'), say('assistant', 'a'), say('user', 'r', 'claude-sonnet-4')];
    expect((await transform(given)).changed).toEqual([1]);
    expect((await transform(given, 'gpt-4o')).changed).toEqual([]);
    expect((await transform(given.slice(0, 2))).changed).toEqual([]);
    expect((await transform(given.slice(0, 2), 'claude-3-opus')).changed).toEqual([1]);
    expect((await transform([])).messages).toEqual([]);
  });

  it('an unknown Claude of a pattern thinks for the catalog too', () => {
    for (const id of ['claude-opus-4-20990101', 'claude-sonnet-4-9', 'claude-opus-4.7-custom', 'claude-sonnet-4.5']) {
      expect(isExtendedThinkingModel(id)).toBe(true);
      expect([id, findModel('anthropic', id, 'anthropic').thinking.kind]).not.toEqual([id, 'none']);
    }
  });
});

describe('prevention', () => {
  it('a switched-off validator leaves thinking to the last check', async () => {
    const history = [user('q'), answer('openai-chat', call('a')), result('a')];
    const compile = async (rulesOff: PreventiveHook[]) =>
      renderBody(history, { ...named('anthropic-manual'), thinking: 'high', rulesOff });
    const on = await compile([]);
    expect(on.report.notes.map(({ rule }) => rule)).not.toContain('lint-repair');
    expect(JSON.stringify(on.body)).not.toContain('"enabled"');
    const off = await compile(['thinking-block-validator']);
    expect(off.report.notes.map(({ rule }) => rule)).toContain('lint-repair');
    expect(JSON.stringify(off.body)).not.toContain('"enabled"');
    for (const { body } of [on, off]) expect(JSON.stringify(body)).not.toContain('Continuing from previous');
  });

  it('names the answers that were empty, blank or only thought', async () => {
    const history: HistoryMessage[] = [
      user('q'),
      answer('anthropic-adaptive'),
      user('again'),
      answer('anthropic-adaptive', { type: 'text', text: ' \n' }),
      user('and again'),
      answer('anthropic-adaptive', { type: 'thinking', text: 'hm', signature: 'c2ln' }),
      user('now?'),
    ];
    const { report } = await renderBody(history, named('openai-chat'));
    const found = report.notes.filter(({ rule }) => rule === 'drop-empty-answer').map(({ message }) => message);
    expect(found).toEqual([1, 3, 5]);
    expect(report.notes).toContainEqual(expect.objectContaining({ rule: 'drop-blank-text', message: 3, part: 0 }));
  });

  it('costs nobody anything: two hundred messages', () => {
    const messages = Array.from({ length: 200 }, (_, index) =>
      say(index % 2 === 0 ? 'user' : 'assistant', `${index} ${'word '.repeat(50)}`),
    );
    // The best of several runs, to exclude other work on the machine.
    const times = Array.from({ length: 10 }, () => {
      const start = performance.now();
      sanitizeEmptyMessages(validateThinking(messages, 'claude-opus-4'));
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(5);
  });
});
