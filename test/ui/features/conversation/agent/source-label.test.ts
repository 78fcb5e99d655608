import { expect, it } from 'vitest';
import { ATTACHED, type TaintSource } from '#core/agent/tools/taint.ts';
import { attachedSources } from '#flows/agent/attached-sources.ts';
import { sourceLabel } from '#ui/features/conversation/agent/source-label.ts';
import { agent } from '#texts/en/agent.ts';
import type { Translate } from '#ui/kit/i18n/use-t.ts';

const t = ((key: keyof typeof agent, values: Record<string, string> = {}) =>
  agent[key].replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '')) as Translate<'agent'>;
const label = (source: Partial<TaintSource>) =>
  sourceLabel(t, (id) => id, { kind: 'web', server: 'notes', tool: 'notes__read', call: 'a#0', ...source });

it.each<[string, Partial<TaintSource>]>([
  ['notes · read', {}],
  ['notes · read', { detail: '' }],
  ['https://a.example/x (from the web)', { detail: 'https://a.example/x' }],
  ['note://1 (from notes)', { detail: 'note://1' }],
  ['/srv/a.txt (from a file)', { kind: 'file', detail: '/srv/a.txt' }],
  ['notes · attached by you', { kind: 'tool', tool: ATTACHED }],
])('outside content is named: %s', (expected, source) => {
  expect(label(source)).toBe(expected);
});

it('a picture of a prompt, which has no address, still says whose it is', () => {
  const image = { type: 'image', mime: 'image/png', blob: 'b', bytes: 1, from: { server: 'notes', uri: '' } } as const;
  const [source] = attachedSources('m', [image]);
  expect(source).toBeDefined();
  expect(label(source ?? {})).toBe('notes · attached by you');
});
