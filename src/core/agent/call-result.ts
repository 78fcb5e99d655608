import type { CallBlock, CallOutcome, CallStatus } from '../call-outcome.ts';
import type { ContextFile } from '../context-file.ts';
import type { ToolCallPart, ToolResultPart } from '../message.ts';
import { CANCELLED_RESULT, MISSING_RESULT, TAKEN_OVER_RESULT } from '../normalize/base/texts.ts';
import { blockedText } from './call-blocked.ts';
import type { Called } from './call-tool.ts';
import { crashText, cutOutputText, NOT_RUN_RESULT, timeoutText } from './texts.ts';

/** How a call ended, with the text of its result. */
export interface CallEnd {
  status: CallStatus;
  text: string;
  images?: ToolResultPart['images'];
  blocked?: CallBlock;
}

const CLOSING_TEXTS = { cancelled: CANCELLED_RESULT, interrupted: MISSING_RESULT, not_run: NOT_RUN_RESULT };

/** `takenOver`: what cancels calls is another window that has taken over the conversation, and not the user. */
export function closedCallEnd(status: keyof typeof CLOSING_TEXTS, takenOver = false): CallEnd {
  return { status, text: takenOver && status === 'cancelled' ? TAKEN_OVER_RESULT : CLOSING_TEXTS[status] };
}

export function blockedEnd(blocked: CallBlock): CallEnd {
  return { status: 'denied', text: blockedText(blocked), blocked };
}

/** `printed`: the output that came before a stop or a time limit ended the call. */
export function endOf(called: Called, printed: string, takenOver: boolean): CallEnd {
  const end = plainEnd(called, takenOver);
  const isCut = end.status === 'cancelled' || end.status === 'timeout';
  return isCut && printed.trim() !== '' ? { ...end, text: cutOutputText(end.text, printed) } : end;
}

function plainEnd(called: Called, takenOver: boolean): CallEnd {
  switch (called.how) {
    case 'returned': {
      const { text, isError, cancelled, images } = called.outcome;
      if (cancelled) return closedCallEnd('cancelled', takenOver);
      return { status: isError ? 'error' : 'ok', text, ...(images && images.length > 0 && { images }) };
    }
    case 'crashed':
      return { status: 'crashed', text: crashText(called.message) };
    case 'held':
      return blockedEnd(called.block);
    case 'timeout':
      return { status: 'timeout', text: timeoutText(called.kind, called.ms, called.stopped) };
    default:
      return closedCallEnd('cancelled', takenOver);
  }
}

/** The part that answers a call. For vendors that give no ids, it answers by name and order. */
export function resultPart(
  call: ToolCallPart,
  { status, text, images }: CallEnd,
  facts: Omit<CallOutcome, 'status'> = {},
  context: readonly ContextFile[] = [],
): ToolResultPart {
  return {
    type: 'tool_result',
    ...(call.id.trim() !== '' && { callId: call.id }),
    name: call.name,
    text,
    ...(status !== 'ok' && { isError: true }),
    ...(images && { images }),
    outcome: { status, ...facts },
    ...(context.length > 0 && { context: [...context] }),
  };
}
