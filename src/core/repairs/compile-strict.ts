import { SplitList } from '../list-start.ts';
import type { HistoryMessage } from '../message.ts';
import { isModelFact } from '../normalize/base/overlays.ts';
import { MessageNormalizer } from '../normalize/message-normalizer.ts';
import type { CompileReport, Decision, Note, NormalizedRequest, Overlay, Target } from '../request.ts';
import type { Violation } from '../wire/rule.ts';
import { decideRepairs } from './decide-repairs.ts';
import { failureOfViolation } from './failure.ts';

/** Maximum renderings in one compile, including the first. */
const MAX_PASSES = 3;

/** The finished body of a request, and what its vendor would refuse about it. */
export interface CheckedRequest {
  body: unknown;
  violations: readonly Violation[];
}

/**
 * Compiles until the linter finds nothing. Each violation becomes overlays, as a vendor's refusal would, and the same
 * history is compiled with them. A request that cannot be repaired ends as `report.problem` and must not be sent. Takes
 * one pass when nothing is wrong, which is nearly always. `normalizer`: the conversation's.
 */
export function compileStrict(
  history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
  overlays: readonly Overlay[],
  target: Target,
  check: (request: NormalizedRequest) => CheckedRequest,
  normalizer = new MessageNormalizer(),
): { request: NormalizedRequest; report: CompileReport } {
  const decided: Decision[] = [];
  const notes: Note[] = [];
  for (let pass = 1; ; pass++) {
    const all = [...overlays, ...decided.map(asOverlay)];
    // What is kept for the next request has no repairs in it.
    const { request, report } = (pass === 1 ? normalizer : new MessageNormalizer()).normalize(history, all, target);
    const done = (problem: CompileReport['problem']) => ({
      request,
      report: withRepairs(report, decided, notes, problem),
    });
    if (report.problem) return done(report.problem);
    // The whole body is only made when it is read.
    const checked = check(request);
    const { violations } = checked;
    const [first] = violations;
    if (!first) return done(undefined);
    const refused = {
      history: SplitList.from(history).all,
      overlays: all,
      target,
      request,
      report,
      body: checked.body,
    };
    const next = pass < MAX_PASSES ? repairsOf(violations, refused) : [];
    if (next.length === 0) {
      const { rulesOff = [], ...asked } = target;
      if (rulesOff.length === 0) return done({ kind: 'invalid_parameter', message: messageOf(first) });
      // Switching prevention off means repairing later, not refusing to send.
      const repaired = compileStrict(history, overlays, asked, check);
      repaired.report.notes.push({ rule: 'lint-repair', detail: messageOf(first) });
      return repaired;
    }
    decided.push(...next);
    for (const violation of violations) notes.push({ rule: 'lint-repair', detail: messageOf(violation) });
  }
}

/** One repair for each kind of violation, and each decision once. */
function repairsOf(violations: readonly Violation[], refused: Parameters<typeof decideRepairs>[1]): Decision[] {
  const decisions = new Map<string, Decision>();
  for (const violation of violations)
    for (const decision of decideRepairs(failureOfViolation(violation), refused)) {
      const { kind, target, data } = decision;
      decisions.set(JSON.stringify([kind, target, data]), decision);
    }
  return [...decisions.values()];
}

function withRepairs(
  report: CompileReport,
  decided: readonly Decision[],
  notes: readonly Note[],
  problem: CompileReport['problem'],
): CompileReport {
  // The linter's findings about a model are not its vendor's statements. They are found again each time and never
  // stored.
  if (decided.length === 0 && notes.length === 0 && !problem) return report;
  const decisions = [...(report.decisions ?? []), ...decided.filter((decision) => !isModelFact(decision))];
  return {
    ...report,
    notes: [...report.notes, ...notes],
    ...(decisions.length > 0 && { decisions }),
    ...(problem && { problem }),
  };
}

/** A decision as an overlay. The code that stores it assigns the real id and time. */
export function asOverlay(decision: Decision, index: number): Overlay {
  return { ...decision, id: `decision-${index}`, sessionId: '', at: 0 };
}

function messageOf({ rule, path, message }: Violation): string {
  return `${rule} ${path}: ${message}`;
}
