import { PROBLEM_CODES, type ProblemCode } from '#contract/problem.ts';

type OfSync = Extract<ProblemCode, `sync_${string}`>;

/** Other codes of the host that affect sync, and the name of the error when the host doesn't answer. */
const OTHERS = [
  'secrets_locked',
  'secrets_unset',
  'secrets_unreadable',
  'wrong_passphrase',
  'approval_stale',
  'bad_request',
  'unauthorized',
] as const satisfies readonly ProblemCode[];
const NO_HOST = 'HostUnreachable';

/** Problems with a text (`problem.<code>`). */
export type SyncProblem = OfSync | (typeof OTHERS)[number] | typeof NO_HOST | 'unknown';

const PROBLEMS: readonly SyncProblem[] = [
  ...PROBLEM_CODES.filter((code): code is OfSync => code.startsWith('sync_')),
  ...OTHERS,
  NO_HOST,
];

export function readSyncProblem(code: string): SyncProblem {
  return PROBLEMS.find((one) => one === code) ?? 'unknown';
}

export function problemOf(error: unknown): SyncProblem {
  if (!(error instanceof Error)) return 'unknown';
  return readSyncProblem('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
