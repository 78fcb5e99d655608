import type { CommandRule } from '#core/agent/approval/command-rule.ts';
import type { Grant } from '#core/agent/approval/decide-approval.ts';
import type { ApprovalDecision, ApprovalRequest } from '#core/agent/ports.ts';
import type { CancelSignal } from '#core/cancel.ts';
import type { PendingApproval } from '#state/agent-runs.ts';

/** `rule`: commands that are always allowed in the folder of the call from now on. */
export type Decision = { allow: Grant; rule?: CommandRule } | { deny: true; reason?: string };

/** Questions to the user about one run's calls. */
export interface ApprovalQueue {
  ask(request: ApprovalRequest, signal: CancelSignal): Promise<ApprovalDecision>;
  /**
   * Ignored when the question is no longer open. Rejects when the host could not be notified: the question stays open.
   */
  decide(key: string, decision: Decision): Promise<void>;
}

export interface ApprovalDeskDeps {
  now(): number;
  /** Notifies the host. Resolves with its ticket; `null` when none is needed. */
  allow(request: ApprovalRequest, grant: Grant, rule?: CommandRule): Promise<string | null>;
  onChange(pending: readonly PendingApproval[]): void;
}

export function createApprovalQueue(deps: ApprovalDeskDeps): ApprovalQueue {
  const open = new Map<
    string,
    { shown: PendingApproval; request: ApprovalRequest; settle: (decision: ApprovalDecision) => void }
  >();
  const notify = (): void => deps.onChange([...open.values()].map(({ shown }) => shown));

  function show(key: string, change: Partial<PendingApproval>): void {
    const entry = open.get(key);
    if (!entry) return;
    const { problem: _before, ...shown } = entry.shown;
    entry.shown = { ...shown, ...change };
    notify();
  }

  return {
    ask(request, signal) {
      const { key } = request;
      return new Promise((resolve) => {
        const leave = (): void => {
          signal.removeEventListener('abort', leave);
          if (open.delete(key)) notify();
        };
        open.set(key, {
          shown: { ...request, askedAt: deps.now(), deciding: false },
          request,
          settle: (decision) => {
            leave();
            resolve(decision);
          },
        });
        // Nothing waits for the answer any more; the loop handles this end itself.
        if (signal.aborted) leave();
        else {
          signal.addEventListener('abort', leave);
          notify();
        }
      });
    },
    async decide(key, decision) {
      const entry = open.get(key);
      if (!entry || entry.shown.deciding) return;
      if ('deny' in decision) return entry.settle(decision);
      const { allow, rule } = decision;
      if (!entry.request.offers.includes(allow)) throw new RangeError(`“${allow}” is not offered for this call`);
      show(key, { deciding: true });
      try {
        const ticket = await deps.allow(entry.request, allow, rule);
        if (open.get(key) === entry) entry.settle({ allow, ...(ticket !== null && { ticket }) });
      } catch (error) {
        show(key, { deciding: false, problem: error });
        throw error;
      }
    },
  };
}
