const PROBLEMS = [
  'sync_unset',
  'sync_unreachable',
  'sync_refused',
  'sync_missing',
  'sync_full',
  'sync_damaged',
  'sync_taken',
  'sync_other_place',
  'secrets_locked',
  'secrets_unset',
  'secrets_unreadable',
  'wrong_passphrase',
  'approval_stale',
  'bad_request',
  'unauthorized',
  'HostUnreachable',
] as const;

/** What there are words for (`problem.<it>`). */
export type SyncProblem = (typeof PROBLEMS)[number] | 'unknown';

export function readSyncProblem(code: string): SyncProblem {
  return PROBLEMS.find((one) => one === code) ?? 'unknown';
}

export function problemOf(error: unknown): SyncProblem {
  if (!(error instanceof Error)) return 'unknown';
  return readSyncProblem('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
