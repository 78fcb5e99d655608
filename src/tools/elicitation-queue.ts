import type { Elicitation, ElicitationAnswer, ElicitationPort } from './mcp/elicitation.ts';

export interface OpenQuestion {
  id: number;
  elicitation: Elicitation;
  /** The server says that the user is done at its address. */
  finished: boolean;
}

/**
 * Questions of servers, shown one at a time. For `useSyncExternalStore`: `current` is the same object until it changes.
 */
export interface ElicitationQueue extends ElicitationPort {
  current(): OpenQuestion | null;
  subscribe(onChange: () => void): () => void;
  /** Ignored if the question is no longer open. */
  answer(id: number, answer: ElicitationAnswer): void;
}

export function createElicitationQueue(): ElicitationQueue {
  const open: { question: OpenQuestion; settle: (answer: ElicitationAnswer) => void }[] = [];
  const listeners = new Set<() => void>();
  let last = 0;

  function settle(id: number, answer: ElicitationAnswer): void {
    const at = open.findIndex(({ question }) => question.id === id);
    const [entry] = at < 0 ? [] : open.splice(at, 1);
    if (!entry) return;
    entry.settle(answer);
    for (const listener of listeners) listener();
  }

  return {
    current: () => open[0]?.question ?? null,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    answer: settle,
    complete(server, elicitationId) {
      const entry = open.find(
        ({ question: { elicitation: one } }) =>
          one.mode === 'url' && one.server === server && one.elicitationId === elicitationId,
      );
      if (!entry) return;
      entry.question = { ...entry.question, finished: true };
      for (const listener of listeners) listener();
    },
    ask(elicitation, signal) {
      if (signal.aborted) return Promise.resolve({ action: 'cancel' });
      last += 1;
      const id = last;
      const { promise, resolve } = Promise.withResolvers<ElicitationAnswer>();
      const leave = () => settle(id, { action: 'cancel' });
      open.push({
        question: { id, elicitation, finished: false },
        settle: (answer) => {
          signal.removeEventListener('abort', leave);
          resolve(answer);
        },
      });
      signal.addEventListener('abort', leave, { once: true });
      for (const listener of listeners) listener();
      return promise;
    },
  };
}
