import { splitToolName } from '../../tool-names.ts';
import { spacedName } from '../call-verbs.ts';
import type { HookStages } from '../hook.ts';

/** The server whose tool gives work to a task. */
export const TASK_SERVER = 'builtin_task_server';
/** After this many read-only calls since the user's last message, the hint is shown. */
export const MANY_LOOKS = 8;

const LOOKS = /(^|[^a-z])(read|list|glob|grep|search|find|fetch|browse)([^a-z]|$)/i;
/** Servers that only touch the conversation itself. */
const OWN: ReadonlySet<string | null> = new Set([
  null,
  'builtin_planning_server',
  'builtin_output_server',
  TASK_SERVER,
]);

export interface UsageHintPort {
  /** Suggests tasks to the user. Never sent to a model. */
  suggest(sessionId: string): void;
  dismiss(sessionId: string): void;
}

/** Counts what a run reads itself. A run that uses tasks needs no hint. */
export function agentUsageReminder(port: UsageHintPort): HookStages {
  const looks = new Map<string, number>();
  return {
    event(event) {
      if (event.type === 'chat.message' || event.type === 'session.deleted') looks.delete(event.sessionId);
      if (event.type === 'session.deleted') port.dismiss(event.sessionId);
      return event;
    },
    'tool.execute.after'(value, { sessionId }) {
      const { server, tool } = splitToolName(value.tool);
      const before = looks.get(sessionId) ?? 0;
      if (server === TASK_SERVER) looks.set(sessionId, Number.NEGATIVE_INFINITY);
      else if (!OWN.has(server) && LOOKS.test(spacedName(tool))) {
        looks.set(sessionId, before + 1);
        if (before + 1 === MANY_LOOKS) port.suggest(sessionId);
      }
      return value;
    },
  };
}
