import { describe, expect, it, vi } from 'vitest';
import { estimateMessages } from '#core/window/estimate-request.ts';
import { O200K } from '#core/window/token-weights.ts';
import { loadHistory } from '#flows/request/load-history.ts';
import { createSession } from '#storage/session-repository.ts';
import { appendMessages } from '#storage/write-messages.ts';
import type { NewMessage } from '#storage/write-messages.ts';
import { claimSession } from '#storage/writer-fence.ts';
import { openTestDatabase } from '#test/fakes/page-storage.ts';

vi.mock('#core/window/estimate-request.ts', { spy: true });

describe('a history that was stored without its tokens', () => {
  it('is estimated once, and then only what is new, where the window is shorter than the conversation', async () => {
    const db = await openTestDatabase();
    const { id } = await createSession(db, { target: null, at: 1 });
    const { fence } = await claimSession(db, id);
    const said = Array.from({ length: 600 }, (_, n): NewMessage => ({
      id: `m${n}`,
      role: n % 2 === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `Something that was said as number ${n}.` }],
      parentId: n === 0 ? null : `m${n - 1}`,
      status: 'complete',
      createdAt: 1,
    }));
    await appendMessages(db, fence, said);
    await db.messages.toCollection().modify((row) => delete row.tokens);
    const estimated = async (leaf: string) => {
      vi.mocked(estimateMessages).mockClear();
      const reach = { messages: 10_000, tokens: 2_000, weights: O200K };
      const { all } = await loadHistory(db, id, leaf, reach, (row) => expect(row).toBeNull());
      expect(all.length).toBeLessThan(600);
      return vi.mocked(estimateMessages).mock.calls.length;
    };
    expect(await estimated('m597')).toBeGreaterThan(100);
    expect(await estimated('m599')).toBe(2);
  });
});
