import { errorMessage } from '#core/thrown.ts';
import type { ModelError } from '#core/error.ts';
import { StorageError } from '#storage/storage-error.ts';

/** An answer is already under way in this conversation. */
export class SessionBusyError extends Error {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('An answer is already on its way in this conversation. Wait for it, or stop it first.');
    this.name = 'SessionBusyError';
    this.sessionId = sessionId;
  }
}

/** Storage failed after the message was stored. Only its answer has no place yet. */
export class AnswerUnstoredError extends StorageError {
  constructor(cause: StorageError) {
    super(cause.code, cause, cause.detail);
    this.name = 'AnswerUnstoredError';
  }
}

/** One of the user's scripts refused the message. */
export class PromptRefusedError extends Error {
  readonly script: string;

  /** `reason`: the script's own text. */
  constructor(script: string, reason: string) {
    super(reason);
    this.name = 'PromptRefusedError';
    this.script = script;
  }
}

/** The user stopped a message while a script checked it. */
export class SendStoppedError extends Error {
  constructor() {
    super('The message was not sent: you stopped it first.');
    this.name = 'SendStoppedError';
  }
}

/** There are several answers side by side, and none was chosen. */
export class UndecidedError extends Error {
  constructor() {
    super('Several answers stand side by side here. Choose the one to go on with first.');
    this.name = 'UndecidedError';
  }
}

/** A model that was to answer cannot be asked. Nothing was stored. */
export class TargetRefusedError extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: ModelError) {
    super(message);
    this.name = 'TargetRefusedError';
    this.code = code;
  }
}

/** The message has neither text nor an attachment. */
export class NothingToSendError extends Error {
  constructor() {
    super('There is nothing to send.');
    this.name = 'NothingToSendError';
  }
}

/** A requested summary was not written. `failed` comes with the message of the cause. */
export class NotSummarizedError extends Error {
  readonly why: 'nothing' | 'busy' | 'late' | 'failed' | 'stopped';

  constructor(why: NotSummarizedError['why'], message = 'The conversation was not summarized.') {
    super(message);
    this.name = 'NotSummarizedError';
    this.why = why;
  }
}

/** The conversation has continued, or another branch was chosen, since the summary was written. */
export class StaleSummaryError extends Error {
  constructor() {
    super('The conversation has changed since this summary was written. Write a new one.');
    this.name = 'StaleSummaryError';
  }
}

/** The newest run has ended for good, or the conversation continued without it. */
export class NothingToResumeError extends Error {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('There is no run in this conversation that could go on. Write a message to begin a new one.');
    this.name = 'NothingToResumeError';
    this.sessionId = sessionId;
  }
}

/** The files of a project were searched by words only, because its embedding model failed. */
export class WordsOnlyError extends Error {
  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
    this.name = 'WordsOnlyError';
  }
}
