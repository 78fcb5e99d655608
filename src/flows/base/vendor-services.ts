import type { Connection } from '#contract/connection.ts';
import type { ModelCatalog } from '#state/model-choices.ts';
import type { AIService, ServiceDeps } from '#vendors/base/base-ai-service.ts';
import { findModel, labelOf } from '#vendors/catalog/find-model.ts';
import { listModelsOf } from '#vendors/catalog/list-models.ts';
import { mergeModel } from '#vendors/catalog/merge-model.ts';
import { loadService } from '#vendors/registry.ts';

/** Returns the service of a connection. There is one for each address that the connection has had. */
export function createVendorServices(
  fetchOf: (connection: Connection) => ServiceDeps['fetch'],
): (connection: Connection) => Promise<AIService> {
  const depsByConnection = new Map<string, ServiceDeps>();
  return (connection) => {
    const key = `${connection.id} ${connection.baseUrl}`;
    const deps = depsByConnection.get(key) ?? { fetch: fetchOf(connection) };
    depsByConnection.set(key, deps);
    return loadService(connection.protocol, deps);
  };
}

/** What Baton knows about models, merged with what their vendor lists and what the user sets. */
export const modelCatalog: ModelCatalog = {
  of: listModelsOf,
  find: ({ vendor, protocol, baseUrl, practice }, id, listed, override) =>
    mergeModel(findModel(vendor, id, protocol, practice ? undefined : baseUrl), listed, override),
  labelOf,
};
