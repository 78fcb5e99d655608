import type { CallScope } from './approval/call-scope.ts';
import type { ToolPort } from './ports.ts';

/** Reads the scopes of an answer's calls. They settle in call order, because that is the order of the questions. */
export function createScopeReader({ scope }: Pick<ToolPort, 'scope'>) {
  let before: Promise<unknown> = Promise.resolve();
  return async (name: string, args: Readonly<Record<string, unknown>>): Promise<CallScope | null> => {
    if (!scope) return null;
    const read = scope(name, args);
    const turn = before.then(() => read);
    before = turn.catch(() => undefined);
    return turn;
  };
}
