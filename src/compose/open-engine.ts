import type { Flows } from '#flows/compose/compose-flows.ts';
import type { RequestInspection } from '#flows/request/request-inspection.ts';
import type { DocumentClient } from '#documents/document-client.ts';
import type { SearchClient } from '#search/search-client.ts';
import type { Clock } from '#storage/clock.ts';
import type { Timers } from './open-clock.ts';
import { openFlows } from './open-flows.ts';
import { openHooks } from './open-hooks.ts';
import type { Host } from './open-host.ts';
import { type OpenProjectSearch, updateVectors } from './open-project-search.ts';
import type { Reporting } from './open-reporting.ts';
import type { RunStores } from './open-run-stores.ts';
import type { Stores } from './open-stores.ts';
import type { Vendors } from './open-vendors.ts';

export interface EngineParts {
  host: Host;
  stores: Stores;
  vendors: Vendors;
  runStores: RunStores;
  clock: Clock;
  timers: Timers;
  reporting: Reporting;
  search: Pick<SearchClient, 'passages'>;
  documents: DocumentClient;
}

export interface Engine extends Flows {
  requests: RequestInspection;
  projectVectors: OpenProjectSearch['vectors'];
  /** Failures of hooks in this window, by hook. */
  failures: () => Readonly<Record<string, number>>;
}

/** The hooks and the use cases. Whatever is due without the user begins here. */
export function openEngine(parts: EngineParts): Engine {
  const hooks = openHooks(parts);
  const flows = openFlows(parts, hooks);
  flows.trash.begin(new AbortController().signal);
  updateVectors(parts, flows.projectVectors).catch(parts.reporting.problems.add);
  return { ...flows, failures: () => hooks.reliability.failures() };
}
