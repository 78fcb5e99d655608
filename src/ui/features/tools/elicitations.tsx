import { useSyncExternalStore } from 'react';
import { useServices } from '#ui/data/services.ts';
import { lazyPart } from '#ui/kit/lazy-part.ts';

const ElicitationDialog = lazyPart(async () => (await import('./elicitation-dialog.tsx')).ElicitationDialog);

/** Mounted once for the whole page: a server may ask a question on any page. */
export function Elicitations() {
  const queue = useServices().agent.elicitations;
  return useSyncExternalStore(queue.subscribe, queue.current) && <ElicitationDialog queue={queue} />;
}
