import type { Model } from '#core/model.ts';
import { VENDORS, type Vendor } from '#core/vendor.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { PRACTICE_MODELS } from './practice.ts';

const REAL_MODELS: readonly Model[] = VENDORS.flatMap((vendor) => {
  const { protocol, models } = VENDOR_TABLE[vendor];
  return models.map((facts) => ({ ...facts, vendor, protocol }));
});

/** Every model in the catalog, the practice models last. */
export function listCatalog(): readonly Model[] {
  return [...REAL_MODELS, ...PRACTICE_MODELS];
}

/** The models of a connection before its own list is loaded: none for an address that the user added. */
export function listModelsOf(connection: {
  vendor: Vendor;
  protocol: Protocol;
  practice: boolean;
  custom: boolean;
  baseUrl?: string;
}): readonly Model[] {
  if (connection.custom && connection.baseUrl !== VENDOR_TABLE[connection.vendor].baseUrl) return [];
  const models = connection.practice ? PRACTICE_MODELS : REAL_MODELS;
  return models.filter(({ vendor, protocol }) => vendor === connection.vendor && protocol === connection.protocol);
}
