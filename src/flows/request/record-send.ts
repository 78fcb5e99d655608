import type { ModelError } from '#core/error.ts';
import type { Decision, Note, Target } from '#core/request.ts';
import { overlayRows } from '#storage/overlay-repository.ts';
import type { SendRow, StoredMessage } from '#storage/rows.ts';
import { putSend, toolListRow } from '#storage/store-sends.ts';
import { writeFenced } from '#storage/writer-fence.ts';
import type { Fence } from '#storage/writer-fence.ts';
import type { CompiledRequest } from './compile-request.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import { describeNotes } from './describe-compile.ts';

/** Records how one answer was requested. `write` must resolve before the request that it records is sent. */
export interface SendRecord {
  /** Records the request, or the stricter one after a refusal, with the decisions that later requests must keep to. */
  write(asked: CompiledRequest, refusal?: ModelError): Promise<void>;
  /** Takes back decisions of a written request that turned out to be wrong. */
  takeBack(decisions: readonly Decision[]): Promise<void>;
  /** Records what the vendor reported that it left out. */
  close(vendorNotes: readonly Note[]): Promise<void>;
}

export function createSendRecord(
  deps: Pick<FlowDeps, 'db' | 'clock'>,
  fence: Fence,
  connection: string,
  placed: Pick<StoredMessage, 'id' | 'sessionId'>,
  usual?: SendRow['usual'],
): SendRecord {
  let row: SendRow | null = null;
  const stored = new Map<Decision, string>();

  return {
    async write(asked, refusal) {
      const at = deps.clock.now();
      const repair = refusal ? [{ kind: refusal.kind, message: refusal.message }] : [];
      const tools = toolListRow(asked.target.tools ?? []);
      const next: SendRow = {
        ...describe(asked),
        ...(tools && { tools: tools.digest }),
        ...(usual && { usual }),
        id: placed.id,
        sessionId: placed.sessionId,
        at: row?.at ?? at,
        connection,
        vendorNotes: [],
        repairs: [...(row?.repairs ?? []), ...repair],
      };
      const overlays = overlayRows(placed.sessionId, asked.decisions, at);
      await putSend(deps.db, fence, next, overlays, tools);
      row = next;
      for (const [index, decision] of asked.decisions.entries()) stored.set(decision, overlays[index]?.id ?? '');
    },
    async takeBack(decisions) {
      const ids = decisions.flatMap((decision) => stored.get(decision) ?? []);
      if (ids.length === 0) return;
      await writeFenced(deps.db, fence, [deps.db.overlays], () => deps.db.overlays.bulkDelete(ids));
    },
    async close(vendorNotes) {
      if (!row || vendorNotes.length === 0) return;
      const notes = vendorNotes.map(({ rule, detail }) => ({ rule, ...(detail === undefined ? {} : { detail }) }));
      await putSend(deps.db, fence, { ...row, vendorNotes: notes });
    },
  };
}

function describe({
  target,
  report,
  messages,
  prepared,
}: CompiledRequest): Omit<SendRow, 'id' | 'sessionId' | 'at' | 'connection' | 'usual' | 'vendorNotes' | 'repairs'> {
  const left = new Set(report.droppedByWindow);
  const stoodFor = report.replaced ? Math.max(report.replaced.through, 0) : -1;
  // If the path is not read to its start, its unread messages are counted by insertion order, other branches included.
  const unread = messages.reduce((sum, { seq, parentId }, index) => {
    const before = messages[index - 1];
    const follows = parentId === (before?.id ?? null);
    return follows || index <= stoodFor ? sum : sum + seq - (before?.seq ?? 0) - 1;
  }, 0);
  return {
    ...aim(target),
    thinking: target.thinking ?? 'off',
    notes: describeNotes(report, messages),
    left: unread + left.size,
    first: messages.find((_message, index) => !left.has(index))?.id ?? null,
    tokens: report.tokens,
    budget: report.budget,
    digest: prepared.digest,
  };
}

function aim(target: Target) {
  const { vendor, model, endpoint, account, system, window, parameters } = target;
  const { tokenFactor, rulesOff, contextEditing, serverTools, makePictures } = target;
  return {
    vendor,
    model: model.id,
    endpoint,
    system: system ?? '',
    maxMessages: window?.messages ?? null,
    ...(account === undefined ? {} : { account }),
    ...(parameters && { parameters: parameters.set }),
    ...(tokenFactor === undefined ? {} : { tokenFactor }),
    ...(rulesOff === undefined ? {} : { rulesOff: [...rulesOff] }),
    ...(contextEditing && { contextEditing }),
    ...(serverTools && { serverTools }),
    ...(makePictures && { makePictures }),
  };
}
