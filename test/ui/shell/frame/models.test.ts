import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';
import type { ThinkingSupport } from '#core/vendors/base/model-facts.ts';
import type { SessionTarget } from '#storage/rows.ts';
import { chooseTarget } from '#ui/shared/models/choose-target.ts';
import { modelGroups } from '#ui/shared/models/model-groups.ts';
import { effectiveLevel, levelsOf } from '#ui/shared/models/thinking-levels.ts';

function connection(id: string, vendor: Vendor, more: Partial<Connection> = {}): Connection {
  return {
    id,
    label: id,
    vendor,
    protocol: 'openai-chat',
    baseUrl: `https://${id}.example`,
    practice: false,
    custom: false,
    needsKey: true,
    configured: true,
    last4: null,
    account: null,
    keyUrl: null,
    ...more,
  };
}

function model(id: string, label: string, vendor: Vendor): Model {
  return {
    id,
    vendor,
    label,
    protocol: 'openai-chat',
    contextWindow: null,
    maxOutput: null,
    tools: true,
    images: false,
    files: false,
    thinking: { kind: 'none' },
  };
}

const anthropic = connection('anthropic', 'anthropic');
const openai = connection('openai', 'openai');
const groq = connection('groq', 'groq', { configured: false });
const practice = connection('practice-gemini', 'gemini', { practice: true, needsKey: false });
const connections = [practice, anthropic, openai, groq];
const choices = [
  { connection: practice, model: model('practice-gemini', 'Practice Gemini', 'gemini'), edited: false },
  { connection: anthropic, model: model('claude-opus-5-5', 'Claude Opus 5.5', 'anthropic'), edited: false },
  { connection: anthropic, model: model('claude-haiku-5-5', 'Claude Haiku 5.5', 'anthropic'), edited: false },
  ...Array.from({ length: 40 }, (_, index) => ({
    connection: openai,
    model: model(`gpt-${index}`, `GPT ${index}`, 'openai'),
    edited: false,
  })),
];
const target = (connectionId: string, id: string): SessionTarget => ({
  connection: connectionId,
  model: id,
  thinking: 'medium',
});
const groupsFor = (query: string, favorites: SessionTarget[] = [], recent: SessionTarget[] = []) =>
  modelGroups({ choices, connections, favorites, recent, query });
const idsOf = (items: ReturnType<typeof groupsFor>[number]['items']) =>
  items.map((item) => (item.kind === 'model' ? item.model.id : item.connection.id));

describe('modelGroups', () => {
  it('lists real vendors, then practice, then those without a key; long lists are cut and say so', () => {
    const groups = groupsFor('');
    expect(groups.map((group) => [group.key, group.items.length, group.hidden])).toEqual([
      ['anthropic', 2, 0],
      ['openai', 12, 28],
      ['practice-gemini', 1, 0],
      ['not-set-up', 1, 0],
    ]);
  });

  it('puts favorites and recent models on top, each once, ids typed by hand too, without those nobody serves', () => {
    const opus = target('anthropic', 'claude-opus-5-5');
    const groups = groupsFor(
      '',
      [opus],
      [opus, target('openai', 'gpt-3'), target('groq', 'no-key'), target('removed', 'gone'), target('openai', 'typed')],
    );
    expect(groups.slice(0, 2).map((group) => [group.key, idsOf(group.items)])).toEqual([
      ['favorites', ['claude-opus-5-5']],
      ['recent', ['gpt-3', 'openai']],
    ]);
    const keys = groups.flatMap((group) => group.items.map((item) => item.key));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('finds by all words, in label, id or vendor, also what was cut, best match first', () => {
    expect(idsOf(groupsFor('HAIKU claude')[0]?.items ?? [])).toEqual(['claude-haiku-5-5']);
    expect(idsOf(groupsFor('gpt 39')[0]?.items ?? [])).toEqual(['gpt-39']);
    expect(idsOf(groupsFor('gpt-1')[0]?.items ?? []).slice(0, 2)).toEqual(['gpt-1', 'gpt-10']);
    expect(groupsFor('anthropic').map((group) => group.key)).toContain('anthropic');
  });

  it('offers an unknown id as it is, at the likeliest vendor first, never at practice', () => {
    const group = groupsFor('gpt-77-preview').find((one) => one.key === 'as-is');
    expect(idsOf(group?.items ?? [])).toEqual(['openai', 'anthropic']);
    expect(groupsFor('gpt-7').some((one) => one.key === 'as-is')).toBe(false);
    expect(groupsFor('claude').some((one) => one.key === 'as-is')).toBe(false);
    expect(groupsFor('mymodel').some((one) => one.key === 'as-is')).toBe(true);
    expect(groupsFor('two words').some((one) => one.key === 'as-is')).toBe(false);
  });
});

describe('chooseTarget', () => {
  const opus = target('anthropic', 'claude-opus-5-5');
  const gpt = target('openai', 'gpt-3');

  const states: fc.Arbitrary<SessionTarget> = fc.record({
    connection: fc.constantFrom('anthropic', 'openai', 'groq', 'practice-gemini', 'removed', 'own-server'),
    model: fc.constantFrom('claude-opus-5-5', 'gpt-3', 'typed-by-hand'),
    thinking: fc.constant('medium' as const),
  });

  it('never goes elsewhere than to what was chosen or used last, whatever can be used now', () => {
    fc.assert(
      fc.property(
        fc.subarray(choices),
        fc.option(states),
        fc.array(states, { maxLength: 4 }),
        (usable, preferred, recent) => {
          const meant = preferred ?? recent[0];
          fc.pre(meant !== undefined);
          expect(chooseTarget(usable, preferred, recent, 'low')).toBe(meant);
        },
      ),
    );
  });

  it('takes the wish, else the last used, else a real vendor, else practice, else nothing', () => {
    expect(chooseTarget(choices, opus, [gpt], 'low')).toBe(opus);
    expect(chooseTarget(choices, null, [gpt], 'low')).toBe(gpt);
    expect(chooseTarget(choices, null, [], 'low')).toEqual({ ...opus, thinking: 'low' });
    expect(chooseTarget(choices.slice(0, 1), null, [], 'high')).toEqual({
      connection: 'practice-gemini',
      model: 'practice-gemini',
      thinking: 'high',
    });
    expect(chooseTarget([], null, [], 'low')).toBeNull();
  });

  it('keeps a model typed by hand when its vendor can be reached', () => {
    const typed = target('anthropic', 'claude-next');
    expect(chooseTarget(choices, typed, [], 'low')).toBe(typed);
  });
});

describe('thinking levels', () => {
  const effort = (off: boolean): ThinkingSupport => ({ kind: 'effort', off, efforts: ['low', 'high'] });
  const toggle: ThinkingSupport = { kind: 'toggle', off: true, efforts: [] };

  it('offers what a model can do', () => {
    expect(levelsOf({ kind: 'none' })).toEqual(['off']);
    expect(levelsOf(effort(true))).toEqual(['off', 'low', 'medium', 'high']);
    expect(levelsOf(effort(false))).toEqual(['low', 'medium', 'high']);
    expect(levelsOf(toggle)).toEqual(['off', 'medium']);
  });

  it('bends a wish to the nearest level', () => {
    expect(effectiveLevel('off', effort(false))).toBe('low');
    expect(effectiveLevel('high', toggle)).toBe('medium');
    expect(effectiveLevel('high', { kind: 'none' })).toBe('off');
    expect(effectiveLevel('medium', effort(true))).toBe('medium');
  });
});
