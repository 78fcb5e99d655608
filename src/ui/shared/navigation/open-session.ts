import { focusComposerSoon } from './focus-composer.ts';
import { navigate } from './use-route.ts';

/** Shows a conversation and focuses its message box. */
export function openSession(id: string): void {
  navigate({ name: 'session', id });
  focusComposerSoon(id);
}
