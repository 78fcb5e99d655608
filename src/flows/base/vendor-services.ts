import type { Connection } from '#contract/connection.ts';
import type { ModelCatalog } from '#state/model-choices.ts';
import type { AIService, ServiceDeps } from '#vendors/base/base-ai-service.ts';
import { findModel, labelOf } from '#vendors/catalog/find-model.ts';
import { listModelsOf } from '#vendors/catalog/list-models.ts';
import { mergeModel } from '#vendors/catalog/merge-model.ts';
import { loadService } from '#vendors/registry.ts';

/** The service of a connection; one for each address that it has had. */
export function createVendorServices(
  fetchOf: (connection: Connection) => ServiceDeps['fetch'],
): (connection: Connection) => Promise<AIService> {
  const known = new Map<string, ServiceDeps>();
  return (connection) => {
    const key = `${connection.id} ${connection.baseUrl}`;
    const deps = known.get(key) ?? { fetch: fetchOf(connection) };
    known.set(key, deps);
    return loadService(connection.protocol, deps);
  };
}

/** What Baton knows of models, joined with what their vendor lists and what the person says. */
export const modelCatalog: ModelCatalog = {
  of: listModelsOf,
  find: ({ vendor, protocol, baseUrl }, id, listed, override) =>
    mergeModel(findModel(vendor, id, protocol, baseUrl), listed, override),
  labelOf,
};
