import { PROBLEM_HEADER } from '#contract/headers.ts';
import type { Problem, ProblemCode } from '#contract/problem.ts';

const PROBLEMS: Record<ProblemCode, { status: number; title: string }> = {
  bad_request: { status: 400, title: 'The request is not one this host understands' },
  forbidden: { status: 403, title: 'The request did not come from the page of this host' },
  wrong_host: { status: 421, title: 'This host does not answer under that name' },
  unauthorized: { status: 401, title: 'The token of this launch is missing or wrong' },
  not_found: { status: 404, title: 'There is nothing here' },
  method_not_allowed: { status: 405, title: 'This address does not take that method' },
  payload_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body must be JSON' },
  unknown_connection: { status: 404, title: 'There is no such connection' },
  path_not_allowed: { status: 403, title: 'This call to the vendor is not on the list' },
  key_missing: { status: 409, title: 'This connection has no key yet' },
  secrets_locked: { status: 423, title: 'The keys are locked' },
  secrets_unset: { status: 409, title: 'It has not been chosen yet where keys are kept' },
  wrong_passphrase: { status: 403, title: 'The passphrase is wrong' },
  secrets_unreadable: { status: 409, title: 'The stored keys could not be read' },
  upstream_unreachable: { status: 502, title: 'The vendor could not be reached' },
  upstream_redirect: { status: 502, title: 'The vendor answered with a redirect, which is not followed' },
  run_cancelled: { status: 499, title: 'The request was cancelled' },
  unknown_server: { status: 404, title: 'There is no such MCP server' },
  approval_stale: { status: 409, title: 'What was approved has changed; look at it again' },
  window_unknown: { status: 403, title: 'This window may not answer for the user' },
  gesture_missing: { status: 403, title: 'The call does not come from a gesture of the user' },
  server_failed: { status: 502, title: 'The MCP server could not be started' },
  folder_missing: { status: 400, title: 'There is no such folder' },
  folder_too_wide: { status: 400, title: 'The folder holds everything its user has' },
  folder_own: { status: 403, title: "The folder holds Baton's own settings" },
  files_busy: { status: 409, title: 'A command is working in this folder' },
  unknown_snapshot: { status: 404, title: 'There is no such snapshot' },
  snapshot_mismatch: { status: 409, title: 'What arrived of the snapshot is not what was sent' },
  snapshot_too_large: { status: 413, title: 'The snapshot is larger than the room for snapshots' },
  journal_off: { status: 409, title: 'No journal is kept' },
  encryption_locked: { status: 423, title: 'The key that this is encrypted under is not open' },
  wrong_recovery_key: { status: 403, title: 'The recovery key is wrong' },
  disk_full: { status: 507, title: 'There is not enough free space on the disk' },
  sync_unset: { status: 409, title: 'There is no place to sync with yet' },
  sync_unreachable: { status: 502, title: 'The place to sync with cannot be reached' },
  sync_refused: { status: 403, title: 'The place to sync with lets nobody in with these credentials' },
  sync_missing: { status: 404, title: 'There is no such place to sync with' },
  sync_unfit: { status: 502, title: 'What answers there is no place to sync with' },
  sync_full: { status: 507, title: 'The place to sync with is full' },
  sync_damaged: { status: 409, title: 'Something at the place to sync with is damaged' },
  sync_taken: { status: 409, title: 'This location already has a history' },
  sync_other_place: { status: 409, title: 'Another history lies at this place now' },
  internal: { status: 500, title: 'The host failed' },
};

/** A refusal or failure with a stable code. Its detail is shown to the user and contains no secret. */
export class HostError extends Error {
  readonly code: ProblemCode;
  readonly detail: string | undefined;

  constructor(code: ProblemCode, detail?: string, options?: ErrorOptions) {
    super(detail ?? PROBLEMS[code].title, options);
    this.name = 'HostError';
    this.code = code;
    this.detail = detail;
  }
}

export function problemResponse(error: HostError, headers: Record<string, string> = {}): Response {
  const { status, title } = PROBLEMS[error.code];
  const problem: Problem = {
    type: `urn:baton:problem:${error.code}`,
    title,
    status,
    code: error.code,
    ...(error.detail === undefined ? {} : { detail: error.detail }),
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { 'content-type': 'application/problem+json', [PROBLEM_HEADER]: error.code, ...headers },
  });
}
