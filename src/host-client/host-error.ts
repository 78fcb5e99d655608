import type { Problem, ProblemCode } from '#contract/problem.ts';

/** The host responded with an error. `code` selects the text; `message` is the host's own. */
export class HostProblemError extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly detail: string | undefined;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = 'HostProblemError';
    this.status = problem.status;
    this.code = problem.code;
    this.detail = problem.detail;
  }
}

/** No response: the host has ended, or the connection to it broke. */
export class HostUnreachableError extends Error {
  constructor(cause?: unknown) {
    super('Baton’s host does not answer. Start Baton again; nothing that was saved is lost.', { cause });
    this.name = 'HostUnreachable';
  }
}

/** The host's response is unreadable: page and host are of different versions. */
export class HostAnswerUnreadable extends Error {
  constructor(path: string, cause?: unknown) {
    super(`Baton’s host gave an answer this window cannot read (${path}). Reload the window.`, { cause });
    this.name = 'HostAnswerUnreadable';
  }
}
