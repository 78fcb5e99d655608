import { useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { KeyTest } from '#contract/secrets.ts';
import { useServices } from '#ui/data/services.ts';
import { useProblemMessage } from './use-problem-message.ts';

/** The vendor's answer, or why there is none. */
export type KeyTestState =
  | { kind: 'none' }
  | { kind: 'testing' }
  | { kind: 'answered'; result: KeyTest }
  | { kind: 'failed'; error: string };

interface KeyTesting {
  state: KeyTestState;
  test: () => Promise<void>;
  forget: () => void;
}

/** Asks a vendor whether it accepts the key of a connection. */
export function useKeyTest({ id }: Connection): KeyTesting {
  const { host } = useServices();
  const messageOf = useProblemMessage();
  const [state, setState] = useState<KeyTestState>({ kind: 'none' });
  return {
    state,
    async test() {
      setState({ kind: 'testing' });
      try {
        setState({ kind: 'answered', result: await host.testKey(id) });
      } catch (failure) {
        setState({ kind: 'failed', error: messageOf(failure) });
      }
    },
    forget: () => setState({ kind: 'none' }),
  };
}
