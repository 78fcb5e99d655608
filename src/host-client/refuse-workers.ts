/**
 * Baton has no service workers, so a worker of its origin is foreign: it intercepts every page and responds in place of
 * the host. Removes it and reloads the page; never resolves then. Must run before a ticket is exchanged.
 */
export async function refuseWorkers(
  workers: Pick<ServiceWorkerContainer, 'controller' | 'getRegistrations'> | undefined,
  again: () => void,
): Promise<void> {
  if (!workers) return;
  const found = await workers.getRegistrations();
  if (found.length === 0 && !workers.controller) return;
  await Promise.all(found.map((one) => one.unregister()));
  again();
  await new Promise(() => undefined);
}
