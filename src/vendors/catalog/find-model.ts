import { isOwnService } from '#core/endpoint.ts';
import type { Model } from '#core/model.ts';
import type { Vendor } from '#core/vendor.ts';
import { NO_THINKING } from '#core/vendors/base/models.ts';
import type { Protocol } from '#core/vendors/base/protocol.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';
import { listCatalog } from './list-models.ts';

const LABELS = new Map(listCatalog().map(({ id, label }) => [plainId(id), label]));
const KNOWN = new Map(listCatalog().map((model) => [`${model.vendor} ${plainId(model.id)}`, model]));

/**
 * The facts about a model: its catalog row, also under a dated or prefixed spelling of its id, or conservative defaults
 * for an unknown one: no context window, no price, only capabilities its family is known to have. Without an endpoint,
 * the vendor's own service has it.
 */
export function findModel(vendor: Vendor, id: string, protocol: Protocol, endpoint?: string): Model {
  const listed = KNOWN.get(`${vendor} ${plainId(id)}`);
  if (listed) return listed.id === id && listed.protocol === protocol ? listed : { ...listed, id, protocol };
  const foreignServer =
    vendor === 'openai' && protocol === 'openai-chat' && endpoint !== undefined && !isOwnService({ vendor, endpoint });
  const { guess } = VENDOR_TABLE[vendor];
  const name = id.toLowerCase();
  return {
    id,
    vendor,
    label: id,
    protocol,
    contextWindow: null,
    maxOutput: null,
    tools: guess?.tools?.(name) ?? true,
    images: !foreignServer && (guess?.images?.(name) ?? false),
    files: !foreignServer && (protocol === 'anthropic' || protocol === 'openai-responses' || protocol === 'gemini'),
    thinking: (!foreignServer && guess?.thinking?.(name)) || NO_THINKING,
  };
}

/** The display name of a model, whichever vendor serves it; its id if the model is unknown. */
export const labelOf = (id: string): string => LABELS.get(plainId(id)) ?? id;

/**
 * `models/x`, `x-20260115`, `x-2026-01-15` and `claude-opus-4.5` mean the same as `x` and `claude-opus-4-5`. So do the
 * ids of Bedrock, `us.anthropic.x-20260115-v1:0` and `anthropic.x` (docs.aws.amazon.com, model IDs, 2026-11).
 */
function plainId(id: string): string {
  const plain = id
    .toLowerCase()
    .replace(/^models\//, '')
    .replace(/^(?:[a-z]+\.)?anthropic\.(.+?)(?:-v\d+(?::\d+)?)?$/, '$1')
    .replace(/[-@](20\d{6}|20\d\d-\d\d-\d\d)$/, '');
  return plain.startsWith('claude') ? plain.replaceAll('.', '-').replace(/-latest$/, '') : plain;
}
