import { useCallback } from 'react';
import { useStore } from 'zustand';
import type { Connection } from '#contract/connection.ts';
import { isOwnService } from '#core/endpoint.ts';
import type { Model } from '#core/model.ts';
import type { Origin } from '#core/vendor.ts';
import { findChoice } from '#state/model-choices.ts';
import { useServices } from '#ui/data/services.ts';
import { useConnections } from '#ui/data/use-connections.ts';
import { VENDOR_LOOK } from './vendor-look.ts';

const PRACTICE_HOST = /\.practice\.invalid(?:[:/]|$)/;

export interface OriginFacts {
  label: string;
  /** Connection or vendor. */
  source: string;
  practice: boolean;
  connectionId: string | null;
  /** The user has added the connection. */
  isOwn: boolean;
  keyUrl: string | null;
  model: Model | null;
}

/**
 * The connection an answer came through: the one with its base URL and its key, otherwise one with its base URL, or any
 * of its vendor.
 */
export function connectionOf(origin: Origin, connections: readonly Connection[]): Connection | null {
  const there = connections.filter((one) => one.baseUrl === origin.endpoint);
  return (
    there.find((one) => one.account !== null && one.account === origin.account) ??
    there[0] ??
    connections.find((one) => one.vendor === origin.vendor && !one.practice && origin.endpoint === undefined) ??
    null
  );
}

/** For an answer of a server that no connection leads to any more: the vendor lends it only its protocol. */
function sourceOf({ vendor, endpoint }: Origin): string {
  const foreign = endpoint !== undefined && !PRACTICE_HOST.test(endpoint) && !isOwnService({ vendor, endpoint });
  return (foreign && /\/\/([^/]+)/.exec(endpoint)?.[1]) || VENDOR_LOOK[vendor].name;
}

/** Names for the origins of stored answers. They remain valid after the key or the connection is removed. */
export function useOriginFacts(): (origin: Origin) => OriginFacts {
  const { catalog, settings } = useServices();
  const { connections } = useConnections();
  const values = useStore(settings.store, (state) => state.values);
  return useCallback(
    (origin) => {
      const connection = connectionOf(origin, connections ?? []);
      const target = connection && { connection: connection.id, model: origin.model };
      const model = (target && findChoice(target, connections, values, catalog)?.model) ?? null;
      return {
        label: model?.label ?? catalog.labelOf(origin.model),
        source: connection?.label ?? sourceOf(origin),
        practice: connection?.practice ?? PRACTICE_HOST.test(origin.endpoint ?? ''),
        connectionId: connection?.id ?? null,
        isOwn: connection?.custom ?? false,
        keyUrl: connection?.keyUrl ?? null,
        model,
      };
    },
    [catalog, connections, values],
  );
}
