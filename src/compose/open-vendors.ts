import { createVendorServices, modelCatalog } from '#flows/base/vendor-services.ts';
import type { FlowDeps } from '#flows/base/flow-deps.ts';
import { createModelLists } from '#state/model-lists.ts';
import { modelOverridesKey, readModelOverrides } from '#state/model-overrides.ts';
import type { Clock } from '#storage/clock.ts';
import type { Services } from '#ui/data/services.ts';
import type { Host } from './open-host.ts';
import type { Stores } from './open-stores.ts';

export interface Vendors extends Pick<FlowDeps, 'loadService' | 'model'>, Pick<Services, 'catalog' | 'modelLists'> {}

/** The vendors' services, and facts about their models: the user's, else the vendor's, else the catalog's. */
export function openVendors({ host }: Host, { settings }: Stores, clock: Clock): Vendors {
  const loadService = createVendorServices((connection) => host.vendorFetch(connection));
  const modelLists = createModelLists({
    settings,
    now: clock.now,
    listModels: async (connection, signal) =>
      (await loadService(connection)).listModels(connection.baseUrl, signal, connection.vendor),
  });
  return {
    loadService,
    catalog: modelCatalog,
    modelLists,
    model: (connection, id) =>
      modelCatalog.find(
        connection,
        id,
        modelLists.find(connection.id, id),
        readModelOverrides(settings.store.getState().values.get(modelOverridesKey(connection.id))).get(id),
      ),
  };
}
