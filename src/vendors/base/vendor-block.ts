import type { VendorBlockPart } from '#core/message.ts';

/** A block without a matching part, stored exactly as it arrived (vendor-rules A13). */
export function vendorBlock(block: object): VendorBlockPart {
  const kind = 'type' in block && typeof block.type === 'string' ? block.type : 'unknown';
  return { type: 'vendor_block', kind, data: JSON.stringify(block) };
}
