import type { CallScope } from './approval/call-scope.ts';
import { decideApproval, type Verdict } from './approval/decide-approval.ts';
import { createCancel, follow, type CancelSignal } from '../cancel.ts';
import { createGraceWait } from './grace-wait.ts';
import type { ScriptNote } from '../script-table.ts';
import type { RunPorts } from './ports.ts';
import type { RunLog } from './run-log.ts';
import type { RunEvent, RunFact } from './run-record.ts';
import { deniedText, PLAN_MODE_RESULT } from './texts.ts';
import type { ToolFacts } from './tools/tool-facts.ts';

/** A mode that the user only passes through, on the way to another one, allows nothing. */
const MODE_SETTLES_MS = 1_000;

type Settled = Exclude<Verdict, { verdict: 'ask' }>;

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
  /** `unasked`: what was allowed without a question. Absent where the user answered one. */
  | { allowed: true; ticket?: string; unasked?: CallToApprove }
  | { allowed: false; status: 'denied'; text: string }
  | { allowed: false; status: 'cancelled' };

/** Approves calls: at once by policy, or by asking the user one call at a time, in the order of the requests. */
export interface ApprovalGate {
  request(asking: CallToApprove): Promise<Permission>;
  /** What holds now for a call that was permitted and had to wait: `null` where the user has to be asked first. */
  recheck(asking: CallToApprove, before: Permission & { allowed: true }): Permission | null;
}

export function createApprovalGate(
  ports: RunPorts,
  log: RunLog,
  write: (fact: RunFact) => Promise<RunEvent>,
  signal: CancelSignal,
): ApprovalGate {
  let queue: Promise<unknown> = Promise.resolve();
  // The model asked for these calls before any of them added outside content, which may push the earlier one out.
  const { count: seen, recent } = log.state.taint;
  const decide = ({ tool, scope, insist = false }: CallToApprove): Verdict => {
    const verdict = decideApproval(tool, ports.approvals.policy(), { ...log.state.taint, recent }, scope);
    if (!insist || verdict.verdict === 'deny') return verdict;
    const { sources } = verdict.verdict === 'ask' ? verdict : { sources: [] };
    return { verdict: 'ask', because: 'script', sources, offers: ['once'] };
  };

  /** Waits for a mode in which the open question isn't one. */
  function decidedByMode(asked: CallToApprove, until: CancelSignal): Promise<Permission> {
    return new Promise((resolve) => {
      let timer: unknown = null;
      const settle = (now: CallToApprove): void => {
        const verdict = decide(now);
        if (verdict.verdict !== 'ask' && !until.aborted) resolve(settled(verdict, now));
      };
      const forget = (): void => {
        if (timer !== null) ports.clock.clearTimeout(timer);
        timer = null;
      };
      const unlisten = ports.approvals.onModeChange?.(() => {
        forget();
        if (decide(asked).verdict === 'deny') settle(asked);
        else timer = ports.clock.setTimeout(() => void rescope(asked).then(settle), MODE_SETTLES_MS);
      });
      until.addEventListener('abort', () => {
        unlisten?.();
        forget();
      });
    });
  }

  /** The call with what the host says about it now. */
  async function rescope(asked: CallToApprove): Promise<CallToApprove> {
    const { scope, tool, args } = asked;
    return { ...asked, scope: scope && ((await ports.tools.scope?.(tool.name, args)) ?? null) };
  }

  async function ask(asked: CallToApprove): Promise<Permission> {
    const { key, tool, args, scripts } = asked;
    const graceWait = createGraceWait(signal, ports.clock, 0);
    const question = createCancel();
    const unfollow = follow(signal, question);
    try {
      // The user's last decision about another call may decide this one too.
      const current = await graceWait.wait(rescope(asked));
      if (!current.came || signal.aborted) return { allowed: false, status: 'cancelled' };
      const { scope } = current.value;
      const verdict = decide(current.value);
      if (verdict.verdict !== 'ask') return settled(verdict, current.value);
      const { because, sources, offers } = verdict;
      await write({ type: 'approval_asked', call: key, tool: tool.name, because, sources });
      const byMode = decidedByMode(current.value, question.signal);
      const byUser = ports.approvals.ask(
        { key, tool, args, because, sources, offers, ...(scope && { scope }), ...(scripts && { scripts }) },
        question.signal,
      );
      const reply = await graceWait.wait(Promise.race([byUser, byMode]), () =>
        ports.log('late decision ignored', { call: key }),
      );
      if (!reply.came) return { allowed: false, status: 'cancelled' };
      const decision = reply.value;
      if ('allowed' in decision) return decision;
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
      unfollow();
      question.cancel();
      graceWait.dispose();
    }
  }

  return {
    recheck(asking, before) {
      const verdict = decide(before.unasked ?? asking);
      if (verdict.verdict === 'deny') return settled(verdict, asking);
      return verdict.verdict === 'ask' && before.unasked ? null : before;
    },
    request(asking) {
      const verdict = decide(asking);
      if (verdict.verdict !== 'ask') return Promise.resolve(settled(verdict, asking));
      const turn = queue.then(() => ask(asking));
      queue = turn.catch(() => undefined);
      return turn;
    },
  };
}

function settled(verdict: Settled, asked: CallToApprove): Permission {
  if (verdict.verdict === 'allow') return { allowed: true, unasked: asked };
  const text = verdict.because === 'plan' ? PLAN_MODE_RESULT : deniedText('there is a standing rule against it');
  return { allowed: false, status: 'denied', text };
}
