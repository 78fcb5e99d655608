import type { StreamingAnswer } from '#state/streaming-answers.ts';
import type { FlowDeps } from '../base/flow-deps.ts';
import type { LiveView } from './stream-attempt.ts';

/**
 * Shows the growing answer `messageId`. Its parts stay on the screen while it is being stopped or saved. `key` is as
 * for StreamingAnswers.
 */
export function createAnswerView(
  deps: Pick<FlowDeps, 'clock' | 'liveRuns'>,
  sessionId: string,
  messageId: string,
  key: string = sessionId,
): (now: () => LiveView) => void {
  const startedAt = deps.clock.now();
  let last: StreamingAnswer = { sessionId, messageId, phase: 'preparing', startedAt, parts: [] };
  return (now) =>
    deps.liveRuns.publish(key, () => {
      const view = now();
      const { parts, repaired } = last;
      last = { sessionId, messageId, startedAt, parts, ...(repaired ? { repaired } : {}), ...view };
      return last;
    });
}
