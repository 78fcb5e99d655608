import { crossingEndpoints } from '#contract/crossing.ts';
import { createCrossing, type Crossing, type Side } from '#state/crossing.ts';
import type { TransferStores } from '#state/transfer-stores.ts';
import { useServices } from '#ui/data/services.ts';
import { useHostInfo } from '#ui/data/use-host-info.ts';

/** One per window. It is made when its section is shown first, and goes on while the user is elsewhere. */
const crossings = new WeakMap<TransferStores, Crossing>();

export function useCrossing(): Crossing {
  const { transfers, snapshots, host, log } = useServices();
  let crossing = crossings.get(transfers);
  if (!crossing) {
    crossing = createCrossing({
      client: transfers.client,
      snapshots,
      onBrought: (snapshot) => host.group(crossingEndpoints).markBrought({ snapshot }),
      onUnread: ({ code, message }) => log.log.write('warn', 'crossing-not-read', { code, message }),
      onFailed: ({ code, detail }) => log.log.write('warn', 'crossing-failed', { code, detail }),
    });
    crossings.set(transfers, crossing);
  }
  return crossing;
}

/** Where this page runs; `null` until the host has said so. */
export function useSide(): Side | null {
  const info = useHostInfo();
  if (!info) return null;
  return info.mount === 'electron' ? 'desktop' : 'browser';
}
