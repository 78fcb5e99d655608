import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { matchEarlierImport } from '#archive/import/base/match-earlier-import.ts';
import type { Source } from '#archive/import/source.ts';
import { planMerge } from '#archive/merge/plan-merge.ts';
import type { SessionHistory } from '#archive/records.ts';
import { carriedOut, NOTHING_ELSE } from '../merged.ts';
import { EXPORTS } from './exports.ts';
import { NOW, path, read } from './reading.ts';

const file = fileURLToPath(new URL('../../fixtures/imports-before.json', import.meta.url));

/**
 * What Baton 0.1.0 stored of the exports of these tests, before it read citations, cards, folders and dates. Never
 * regenerated.
 */
const BEFORE: Record<string, SessionHistory[]> = JSON.parse(readFileSync(file, 'utf8'));

async function planAgain(source: Source, stored: SessionHistory) {
  const { all } = await read(EXPORTS[source]());
  const found = all.find(({ history }) => history.session.id === stored.session.id);
  if (!found) throw new Error(`no longer ${stored.session.id}`);
  return planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE);
}

describe('an export that an earlier version imported', () => {
  const known = Object.entries(BEFORE).flatMap(([source, histories]) => histories.map((one) => [source, one] as const));

  it.each(known)('is recognized and adds nothing: %s', async (source, stored) => {
    const plan = await planAgain(source as Source, stored);
    expect(plan.add.messages.map(({ id }) => id)).toEqual([]);
    expect(plan.kind).toBe('same');
  });

  it.each(known)('goes on behind what is there: %s', async (source, stored) => {
    const without = { ...stored, messages: stored.messages.slice(0, -1) };
    const leafId = without.messages.at(-1)?.id ?? null;
    if (leafId === null) return;
    const cut = { ...without, session: { ...stored.session, leafId, lastSeq: without.messages.length } };
    const merged = carriedOut(cut, await planAgain(source as Source, cut));
    const ids = merged.messages.map(({ id }) => id);
    for (const { parentId } of merged.messages) expect(parentId === null || ids.includes(parentId)).toBe(true);
    // Nothing is duplicated, and nothing is missing.
    expect(ids.slice(0, without.messages.length)).toEqual(without.messages.map(({ id }) => id));
    expect(path(merged).length).toBeGreaterThan(path(cut).length - 1);
    expect(merged.messages.filter(({ parentId }) => parentId === null)).toHaveLength(
      stored.messages.filter(({ parentId }) => parentId === null).length,
    );
  });
});

describe('a picture that a tool made', () => {
  it('is the same one where an earlier version kept it beside the result', async () => {
    const { all } = await read(EXPORTS.chatgpt());
    const [found] = all;
    if (!found) throw new Error('not read');
    const beside = found.history.messages.map((message) => ({
      ...message,
      parts: message.parts.flatMap((part) => {
        if (part.type !== 'tool_result' || !part.images) return [part];
        const { images, ...result } = part;
        return [result, ...images.map((image) => ({ type: 'image' as const, ...image }))];
      }),
    }));
    const stored = { ...found.history, messages: beside };
    expect(JSON.stringify(stored)).not.toBe(JSON.stringify(found.history));
    expect(planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE).kind).toBe('same');
  });
});

describe('an edit in the other program', () => {
  it('comes in beside what was imported, also where an earlier version read the message otherwise', async () => {
    const [stored] = BEFORE['openwebui'] ?? [];
    if (!stored) throw new Error('no fixture');
    const files = EXPORTS.openwebui();
    const edited = JSON.parse(JSON.stringify(files['chats.json']).replace('Rye and oats', 'Rye, oats and flax'));
    const { all } = await read({ ...files, 'chats.json': edited });
    const [found] = all;
    if (!found) throw new Error('not read');
    const plan = planMerge(matchEarlierImport(stored, found), stored, NOTHING_ELSE);
    expect(JSON.stringify(plan.add.messages)).toContain('flax');
  });
});

describe('what says no time', () => {
  it('gets the time of its first import, and keeps it', async () => {
    const { all, receipt } = await read(EXPORTS.openai());
    const [first] = all;
    if (!first) throw new Error('not read');
    expect(first.history.session).toMatchObject({ createdAt: NOW, updatedAt: NOW });
    expect(first.history.messages.map(({ createdAt }) => createdAt)).toEqual([NOW, NOW]);
    expect(receipt.notes).toEqual(['undated']);
    const stored = carriedOut(null, planMerge(first.history, null, NOTHING_ELSE));
    const later = await read(EXPORTS.openai(), NOW + 86_400_000);
    const [second] = later.all;
    if (!second) throw new Error('not read');
    expect(planMerge(matchEarlierImport(stored, second), stored, NOTHING_ELSE).kind).toBe('same');
  });

  it('has the nearest time of its conversation where another message says one', async () => {
    const dated = { ...(EXPORTS.openai()['x.json'] as { messages: object[] }) };
    const messages = [
      { role: 'user', content: 'Before.' },
      { role: 'user', content: 'Then.', timestamp: 1_700_000_000 },
    ];
    const { of, receipt } = await read({ 'x.json': { ...dated, messages } });
    expect(of('o1').messages.map(({ createdAt }) => createdAt)).toEqual([1_700_000_000_000, 1_700_000_000_000]);
    expect(receipt.notes).toEqual([]);
  });
});
