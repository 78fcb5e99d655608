import type { PageLog } from '#state/page-log.ts';
import type { Services } from '#ui/data/services.ts';

interface Followers extends Pick<
  Services,
  'connections' | 'mcp' | 'orphanProcesses' | 'updates' | 'snapshots' | 'journals' | 'sync'
> {
  log: PageLog;
  configurations: Services['reliability']['configurations'];
}

/** Reads again whatever the host says has changed, as long as the page is open. */
export function followHost(followers: Followers): void {
  const { connections, mcp, orphanProcesses, updates, snapshots, journals, sync, log, configurations } = followers;
  connections.follow(new AbortController().signal, (event) => {
    const hello = event.type === 'hello';
    if (hello) log.write('info', 'host', { version: event.version, mount: event.mount });
    if (hello || event.type === 'mcp-changed') void mcp.servers.reload();
    if (hello || event.type === 'left-running-changed') void orphanProcesses.reload();
    if (hello || event.type === 'config-changed') configurations.forget();
    if (hello) updates.refresh();
    if (hello) snapshots.refresh();
    if (hello || event.type === 'snapshots-changed') snapshots.update();
    if (hello || event.type === 'snapshots-changed') journals.check();
    if (hello || event.type === 'secrets-changed') sync.check();
    if (event.type === 'config-changed') updates.reload();
  });
  void connections.reload();
}
