import type { Connection } from '#contract/connection.ts';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { TestResult } from './test-result.tsx';
import type { KeyTestState } from './use-key-test.ts';

interface KeyTestOutcomeProps {
  connection: Connection;
  state: KeyTestState & { kind: 'answered' | 'failed' };
}

/** What the vendor answered, or why there is no answer. */
export function KeyTestOutcome({ connection, state }: KeyTestOutcomeProps) {
  return state.kind === 'answered' ? (
    <TestResult connection={connection} result={state.result} />
  ) : (
    <Notice tone="danger" live>
      {state.error}
    </Notice>
  );
}
