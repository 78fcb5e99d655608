import type { BatonDatabase } from '#storage/database.ts';
import type { SendRow } from '#storage/rows.ts';
import { createSession } from '#storage/session-repository.ts';
import { claimSession, type Fence } from '#storage/writer-fence.ts';

/** A conversation without messages, and the right to write in it. */
export async function anySession(db: BatonDatabase): Promise<{ id: string; fence: Fence }> {
  const { id } = await createSession(db, { target: null, at: 1 });
  const { fence } = await claimSession(db, id);
  return { id, fence };
}

/** How an answer was requested. */
export const sendOf = (sessionId: string, id: string, change: Partial<SendRow> = {}): SendRow => ({
  id,
  sessionId,
  at: 1,
  connection: 'anthropic',
  vendor: 'anthropic',
  model: 'claude-opus-4-8',
  endpoint: 'https://api.anthropic.com',
  account: 'a1b2',
  thinking: 'low',
  system: 'Be brief.',
  notes: [{ rule: 'drop-foreign-thinking', message: 'm1', part: 0, detail: 'x' }, { rule: 'merge-messages' }],
  left: 3,
  first: 'm4',
  tokens: 1_200,
  budget: 150_000,
  tokenFactor: 1.2,
  digest: 'abc',
  vendorNotes: [{ rule: 'thinking_dropped', detail: 'prefix_binding_mismatch' }],
  repairs: [{ kind: 'invalid_signature', message: 'Invalid `signature`' }],
  ...change,
});

/** Notes on as many messages. */
export const notesOf = (count: number, of = 'm'): SendRow['notes'] =>
  Array.from({ length: count }, (_, at) => ({ rule: 'drop-foreign-thinking', message: `${of}${at}`, part: 0 }));
