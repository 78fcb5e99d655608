import { describe, expect, it } from 'vitest';
import { createDraft, draftParts, foldEvent } from '#core/fold-stream.ts';
import type { HistoryMessage, VendorBlockPart } from '#core/message.ts';
import { lintBody } from '#test/core/lint-body.ts';
import { originOf } from './arbitrary-history.ts';
import { TARGETS } from './targets.ts';
import { compileBody } from './wire-body.ts';

const block = (kind: string, fields: object): VendorBlockPart => ({
  type: 'vendor_block',
  kind,
  data: JSON.stringify({ type: kind, ...fields }),
});
const CALL = block('server_tool_use', { id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } });
const RESULT = block('web_search_tool_result', { tool_use_id: 'srvtoolu_1', content: [] });
const COMPACTION = block('compaction', { content: 'opaque' });

const ask = (text: string): HistoryMessage => ({ role: 'user', parts: [{ type: 'text', text }] });
const answered = (...blocks: VendorBlockPart[]): HistoryMessage => ({
  role: 'assistant',
  origin: originOf('anthropic-adaptive'),
  stop: 'end',
  parts: [...blocks, { type: 'text', text: 'found' }],
});

const ABROAD = Object.keys(TARGETS).filter((name) => !name.startsWith('anthropic') || name === 'anthropic-gateway');

async function sent(name: string, ...blocks: VendorBlockPart[]) {
  const to = TARGETS[name];
  if (!to) throw new Error(`no target ${name}`);
  const compiled = await compileBody([ask('q'), answered(...blocks), ask('n')], to);
  expect(lintBody(compiled.body, to)).toEqual([]);
  return { body: JSON.stringify(compiled.body), rules: compiled.report.notes.map(({ rule }) => rule) };
}

describe('blocks that only their vendor knows (A13)', () => {
  it('go back whole to where they were made', async () => {
    const { body, rules } = await sent('anthropic-adaptive', CALL, RESULT, COMPACTION);
    for (const { data } of [CALL, RESULT, COMPACTION]) expect(body).toContain(data.slice(1, -1));
    expect(rules).toEqual([]);
  });

  it.each(ABROAD)('never reach %s from elsewhere', async (name) => {
    const { body, rules } = await sent(name, CALL, RESULT, COMPACTION);
    expect(body).not.toContain('srvtoolu_1');
    expect(rules.filter((rule) => rule === 'drop-vendor-block')).toHaveLength(3);
  });

  it('go in pairs or not at all', async () => {
    for (const blocks of [[CALL], [RESULT], [RESULT, CALL]]) {
      const { body, rules } = await sent('anthropic-adaptive', ...blocks);
      expect(body).not.toContain('srvtoolu_1');
      expect(rules).toContain('drop-vendor-block');
    }
  });

  it('that are not whole are kept in the history and not sent', async () => {
    for (const data of ['{"type":"server_tool', '[]', '{"type":"other"}', '\ud83d'])
      expect((await sent('anthropic-adaptive', { type: 'vendor_block', kind: 'compaction', data })).rules).toEqual([
        'drop-vendor-block',
      ]);
  });

  it('pass through a stream as they are', () => {
    const draft = createDraft();
    foldEvent(draft, { type: 'part_start', index: 0, part: CALL });
    foldEvent(draft, { type: 'text_delta', index: 0, delta: 'not for a block' });
    foldEvent(draft, { type: 'part_end', index: 0, part: CALL });
    expect(draftParts(draft)).toEqual([CALL]);
  });
});
