import type { CancelSignal } from '../cancel.ts';
import type { ModelError } from '../error.ts';
import { createDraft, draftParts, foldEvent, type StreamDraft } from '../fold-stream.ts';
import type { Stop } from '../message.ts';
import { createGraceWait } from './grace-wait.ts';
import type { AnswerFacts, RunPorts } from './ports.ts';
import type { RunEvent, RunMessage } from './run-record.ts';
import { errorMessage } from '../thrown.ts';

/** How long a stream may take to end after an abort. What it waits for has its own grace period before that. */
const STREAM_GRACE_MS = 5_000;

export interface ReadAnswer {
  message: RunMessage & { stop: Stop };
  facts: AnswerFacts;
}

const SILENT: { stop: Stop; error: ModelError } = {
  stop: 'error',
  error: { kind: 'cut_off', retryable: true, message: 'The answer broke off without an end.' },
};

const NO_FACTS: AnswerFacts = { cost: null, window: null };

/** Reads one answer to its end, whatever the model port does, and forwards its events. */
export async function* readAnswer(
  ports: RunPorts,
  step: number,
  answerId: string,
  signal: CancelSignal,
): AsyncGenerator<RunEvent, ReadAnswer, void> {
  const draft = createDraft();
  const graceWait = createGraceWait(signal, ports.clock, STREAM_GRACE_MS);
  let facts = NO_FACTS;
  let stream: ReturnType<RunPorts['model']['answer']> | null = null;
  let over = false;
  const logLate = ({ error }: { error?: unknown }): void => {
    if (error !== undefined) ports.log('the stream failed after it was left', { answerId, error: errorMessage(error) });
  };
  try {
    stream = ports.model.answer({ step, answerId, signal });
    for (;;) {
      const next = await graceWait.wait(stream.next(), logLate);
      if (!next.came) {
        ports.log('the stream did not end when it was stopped', { answerId });
        break;
      }
      if (next.value.done) {
        over = true;
        facts = next.value.value ?? NO_FACTS;
        break;
      }
      foldEvent(draft, next.value.value);
      yield { type: 'stream', step, answerId, event: next.value.value };
    }
  } catch (error) {
    // Ports should not throw. If one does, the text received so far must not be lost.
    over = true;
    const message = errorMessage(error);
    foldEvent(draft, {
      type: 'end',
      stop: 'error',
      error: { kind: 'unknown', retryable: true, code: 'not_sent', message },
    });
    ports.log('the stream failed without an end', { answerId, error: message });
  } finally {
    graceWait.dispose();
    if (!over) void stream?.return(NO_FACTS).catch((error: unknown) => logLate({ error }));
  }
  return { message: finished(draft, answerId, signal.aborted), facts };
}

function finished(draft: StreamDraft, id: string, aborted: boolean): ReadAnswer['message'] {
  if (draft.stop === undefined) foldEvent(draft, { type: 'end', ...(aborted ? { stop: 'aborted' } : SILENT) });
  const error = draft.error?.kind === 'aborted' ? undefined : draft.error;
  const stop = error ? 'error' : draft.error ? 'aborted' : (draft.stop ?? 'aborted');
  return {
    id,
    role: 'assistant',
    parts: [...draftParts(draft)],
    stop,
    ...(draft.usage && { usage: draft.usage }),
    ...(error && { error }),
  };
}
