import { focusComposerSoon } from './focus-composer.ts';
import { navigate } from './use-route.ts';

/** Shows a conversation, and hands its message box the keyboard. */
export function openSession(id: string): void {
  navigate({ name: 'session', id });
  focusComposerSoon(id);
}
