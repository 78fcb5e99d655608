import type { ModelError } from '#core/error.ts';
import { StorageError } from '#storage/storage-error.ts';

/** An answer is already on its way in this conversation. */
export class SessionBusyError extends Error {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('An answer is already on its way in this conversation. Wait for it, or stop it first.');
    this.name = 'SessionBusyError';
    this.sessionId = sessionId;
  }
}

/** Storage refused after the message was stored: only what answers it has no place yet. */
export class AnswerUnstoredError extends StorageError {
  constructor(cause: StorageError) {
    super(cause.code, cause, cause.detail);
    this.name = 'AnswerUnstoredError';
  }
}

/** A script of the person does not let a message through. */
export class PromptRefusedError extends Error {
  readonly script: string;

  /** `reason`: the script's own words. */
  constructor(script: string, reason: string) {
    super(reason);
    this.name = 'PromptRefusedError';
    this.script = script;
  }
}

/** The person stopped a message while a script looked at it. */
export class SendStoppedError extends Error {
  constructor() {
    super('The message was not sent: you stopped it first.');
    this.name = 'SendStoppedError';
  }
}

/** Several answers stand beside each other, and none of them was chosen. */
export class UndecidedError extends Error {
  constructor() {
    super('Several answers stand side by side here. Choose the one to go on with first.');
    this.name = 'UndecidedError';
  }
}

/** A model that was to answer cannot be asked; nothing was stored. */
export class TargetRefusedError extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: ModelError) {
    super(message);
    this.name = 'TargetRefusedError';
    this.code = code;
  }
}

/** There is neither text nor an attachment. */
export class NothingToSendError extends Error {
  constructor() {
    super('There is nothing to send.');
    this.name = 'NothingToSendError';
  }
}

/** No summary was made that was asked for; `failed` with the words of whoever was to write it. */
export class NotSummarizedError extends Error {
  readonly why: 'nothing' | 'busy' | 'late' | 'failed' | 'stopped';

  constructor(why: NotSummarizedError['why'], words = 'The conversation was not summarised.') {
    super(words);
    this.name = 'NotSummarisedError';
    this.why = why;
  }
}

/** The conversation has gone on, or another branch of it was chosen, since the summary was written. */
export class StaleSummaryError extends Error {
  constructor() {
    super('The conversation has changed since this summary was written. Write a new one.');
    this.name = 'StaleSummaryError';
  }
}

/** The newest run has ended for good, or the conversation went on without it. */
export class NothingToResumeError extends Error {
  readonly sessionId: string;

  constructor(sessionId: string) {
    super('There is no run in this conversation that could go on. Write a message to begin a new one.');
    this.name = 'NothingToResumeError';
    this.sessionId = sessionId;
  }
}
