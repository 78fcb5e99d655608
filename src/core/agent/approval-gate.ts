import type { CallScope } from './approval/call-scope.ts';
import { decideApproval, type Verdict } from './approval/decide-approval.ts';
import { taintUpTo } from './tools/taint.ts';
import type { CancelSignal } from '../cancel.ts';
import { createGraceWait } from './grace-wait.ts';
import type { ScriptNote } from '../script-table.ts';
import type { RunPorts } from './ports.ts';
import type { RunLog } from './run-log.ts';
import type { RunEvent, RunFact } from './run-record.ts';
import { deniedText, PLAN_MODE_RESULT } from './texts.ts';
import type { ToolFacts } from './tools/tool-facts.ts';

export interface CallToApprove {
  key: string;
  tool: ToolFacts;
  args: Readonly<Record<string, unknown>>;
  /** Requires the user's approval, whatever the grants. */
  insist?: boolean;
  scope: CallScope | null;
  /** What scripts did before the question. */
  scripts?: readonly ScriptNote[];
}

export type Permission =
  | { allowed: true; ticket?: string }
  | { allowed: false; status: 'denied'; text: string }
  | { allowed: false; status: 'cancelled' };

/** Approves calls: at once by policy, or by asking the user one call at a time, in the order of the requests. */
export interface ApprovalGate {
  request(asking: CallToApprove): Promise<Permission>;
}

export function createApprovalGate(
  ports: RunPorts,
  log: RunLog,
  write: (fact: RunFact) => Promise<RunEvent>,
  signal: CancelSignal,
): ApprovalGate {
  let queue: Promise<unknown> = Promise.resolve();
  // The model asked for these calls before any of them added outside content.
  const seen = log.state.taint.count;
  const decide = ({ tool, scope, insist = false }: CallToApprove): Verdict => {
    const verdict = decideApproval(tool, ports.approvals.policy(), taintUpTo(log.state.taint, seen), scope);
    if (!insist || verdict.verdict === 'deny') return verdict;
    const { sources } = verdict.verdict === 'ask' ? verdict : { sources: [] };
    return { verdict: 'ask', because: 'script', sources, offers: ['once'] };
  };

  async function ask(asked: CallToApprove): Promise<Permission> {
    const { key, tool, args, scripts } = asked;
    // The user's last decision about another call may decide this one too.
    const scope = asked.scope && ((await ports.tools.scope?.(tool.name, args)) ?? null);
    if (signal.aborted) return { allowed: false, status: 'cancelled' };
    const verdict = decide({ ...asked, scope });
    if (verdict.verdict !== 'ask') return settled(verdict);
    const { because, sources, offers } = verdict;
    await write({ type: 'approval_asked', call: key, tool: tool.name, because, sources });
    const graceWait = createGraceWait(signal, ports.clock, 0);
    try {
      const reply = await graceWait.wait(
        ports.approvals.ask(
          { key, tool, args, because, sources, offers, ...(scope && { scope }), ...(scripts && { scripts }) },
          signal,
        ),
        () => ports.log('late decision ignored', { call: key }),
      );
      if (!reply.came) return { allowed: false, status: 'cancelled' };
      const decision = reply.value;
      const denied = 'deny' in decision;
      await write({
        type: 'approval_decided',
        call: key,
        tool: tool.name,
        definition: tool.definition,
        decision: denied ? 'deny' : offers.includes(decision.allow) ? decision.allow : 'once',
        seen,
        ...(denied && decision.reason !== undefined && { reason: decision.reason }),
      });
      if (denied) return { allowed: false, status: 'denied', text: deniedText(decision.reason) };
      return { allowed: true, ...(decision.ticket !== undefined && { ticket: decision.ticket }) };
    } finally {
      graceWait.dispose();
    }
  }

  return {
    request(asking) {
      const verdict = decide(asking);
      if (verdict.verdict !== 'ask') return Promise.resolve(settled(verdict));
      const turn = queue.then(() => ask(asking));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

function settled(verdict: Exclude<Verdict, { verdict: 'ask' }>): Permission {
  if (verdict.verdict === 'allow') return { allowed: true };
  const text = verdict.because === 'plan' ? PLAN_MODE_RESULT : deniedText('there is a standing rule against it');
  return { allowed: false, status: 'denied', text };
}
