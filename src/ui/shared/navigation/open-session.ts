import { composerOf, handOver } from './focus-composer.ts';
import { isShown, navigate } from './use-route.ts';

/** Shows a conversation and focuses its message box. What is typed from now on is for that box. */
export function openSession(id: string): void {
  navigate({ name: 'session', id });
  handOver(
    () => composerOf(id),
    () => isShown(id),
  );
}
