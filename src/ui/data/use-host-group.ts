import { useMemo } from 'react';
import type { Endpoints } from '#contract/endpoint.ts';
import type { ApiClient } from '#host-client/api-client.ts';
import { useServices } from './services.ts';

/** The calls of a group of the contract, for parts that are loaded after the start. `endpoints` is that group itself. */
export function useHostGroup<Group extends Endpoints>(endpoints: Group): ApiClient<Group> {
  const { host } = useServices();
  return useMemo(() => host.group(endpoints), [host, endpoints]);
}
