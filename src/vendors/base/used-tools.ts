import type { Part } from '#core/message.ts';
import type { Note } from '#core/request.ts';
import { serverCallsIn } from '#core/server-tools/server-calls.ts';

/**
 * A note where the vendor used tools of its own: what they found counts as input, so the reported number of tokens is
 * not that of the request.
 */
export function usedTools(parts: readonly Part[]): Note[] {
  const calls = serverCallsIn(parts);
  if (calls.length === 0) return [];
  const counts = new Map<string, number>();
  for (const { call } of calls) counts.set(call.tool, (counts.get(call.tool) ?? 0) + 1);
  return [{ rule: 'vendor-used-tools', detail: [...counts].map(([tool, count]) => `${tool}: ${count}`).join(', ') }];
}
