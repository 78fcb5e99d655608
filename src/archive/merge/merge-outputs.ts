import { outputHandle } from '#core/reliability/shorten-output.ts';
import { callKey, readCallKey } from '#core/agent/run-record.ts';
import type { OutputRow, StoredMessage, StoredPart } from '#storage/rows.ts';

export interface OutputMerge {
  /** The message with its truncated results renamed to the output ids used here. Its answer must have been placed. */
  inMessage(message: StoredMessage): StoredMessage;
  /** Outputs that aren't stored yet, under the ids that messages use. */
  added(): OutputRow[];
}

/**
 * Outputs are numbered within a conversation, so two copies of it may use one number for two texts. The call that
 * produced an output identifies it. `ids`: archived message id to the id used here, filled as messages are placed.
 */
export function mergeOutputs(
  archived: readonly OutputRow[],
  stored: readonly OutputRow[],
  sessionId: string,
  ids: ReadonlyMap<string, string>,
): OutputMerge {
  const byId = new Map(archived.map((row) => [row.id, row]));
  const storedByCall = new Map(stored.map((row) => [row.call, row.id]));
  const used = new Set([...stored.map(({ id }) => id), ...byId.keys()]);
  const names = new Map<string, string>();

  const callOf = ({ call }: OutputRow): string => {
    const { answerId, part } = readCallKey(call);
    return callKey(ids.get(answerId) ?? answerId, part);
  };
  const nameOf = (row: OutputRow): string => {
    const existing = names.get(row.id);
    if (existing !== undefined) return existing;
    const here = storedByCall.get(callOf(row)) ?? (stored.some(({ id }) => id === row.id) ? freeName() : row.id);
    names.set(row.id, here);
    return here;
  };
  const freeName = (): string => {
    let number = used.size + 1;
    while (used.has(`output-${number}`)) number++;
    used.add(`output-${number}`);
    return `output-${number}`;
  };

  const inPart = (part: StoredPart): StoredPart => {
    if (part.type !== 'tool_result' || !part.outcome?.shortened) return part;
    const { shortened } = part.outcome;
    const row = byId.get(shortened.output);
    const name = row && nameOf(row);
    if (name === undefined || name === shortened.output) return part;
    return {
      ...part,
      // The text tells the model how to read the full output.
      text: part.text.replaceAll(outputHandle(shortened.output), outputHandle(name)),
      outcome: { ...part.outcome, shortened: { ...shortened, output: name } },
    };
  };

  return {
    inMessage(message) {
      const parts = message.parts.map(inPart);
      return parts.some((part, index) => part !== message.parts[index]) ? { ...message, parts } : message;
    },
    added() {
      return [...byId.values()].flatMap((row) => {
        const call = callOf(row);
        return storedByCall.has(call) ? [] : [{ ...row, sessionId, id: nameOf(row), call }];
      });
    },
  };
}
