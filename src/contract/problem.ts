import { z } from 'zod/mini';

/** Stable codes of the host's own errors; a vendor's error passes through unchanged and carries none of these. */
export const PROBLEM_CODES = [
  'bad_request',
  'forbidden',
  'wrong_host',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'unsupported_media_type',
  'unknown_connection',
  'path_not_allowed',
  'key_missing',
  'secrets_locked',
  'secrets_unset',
  'wrong_passphrase',
  'secrets_unreadable',
  'upstream_unreachable',
  'upstream_redirect',
  'run_cancelled',
  'unknown_server',
  'approval_stale',
  'window_unknown',
  'gesture_missing',
  'server_failed',
  'folder_missing',
  'folder_too_wide',
  'folder_own',
  'files_busy',
  'unknown_snapshot',
  'snapshot_mismatch',
  'snapshot_too_large',
  'journal_off',
  'disk_full',
  'sync_unset',
  'sync_unreachable',
  'sync_refused',
  'sync_missing',
  'sync_unfit',
  'sync_full',
  'sync_damaged',
  'sync_taken',
  'sync_other_place',
  'internal',
] as const;

/** application/problem+json (RFC 9457), always with the header `x-baton-problem: <code>`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.enum(PROBLEM_CODES),
  detail: z.optional(z.string()),
});
export type Problem = z.infer<typeof Problem>;
export type ProblemCode = Problem['code'];
