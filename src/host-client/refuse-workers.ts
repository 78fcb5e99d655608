/**
 * Baton has no service workers, so one of its origin is somebody else's: it stands before every page and answers in place
 * of the host. It is removed, and the page begins again without it; never resolves then. Comes before the token is
 * read.
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
