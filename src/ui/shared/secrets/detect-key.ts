import { VENDORS, type Vendor } from '#core/vendor.ts';
import { VENDOR_TABLE } from '#core/vendors/table.ts';

/**
 * Detects the vendor of a pasted key by its shape. Only a hint: formats change (Google AI Studio moved from `AIza` to
 * `AQ.` in 2026), so a key that matches nothing, or another vendor's shape, is never refused. Mistral and older Cerebras
 * keys have no distinctive shape.
 */
export function detectVendor(key: string): Vendor | null {
  const text = key.trim();
  return VENDORS.find((vendor) => VENDOR_TABLE[vendor].key?.shapes.some((shape) => shape.test(text))) ?? null;
}

/** Removes what people paste around a key: quotes, an environment assignment, a `Bearer` prefix, line breaks. */
export function cleanKey(text: string): string {
  return text
    .trim()
    .replace(/^(export\s+)?[A-Z][A-Z0-9_]*\s*=\s*/, '')
    .replace(/^(authorization:\s*)?bearer\s+/i, '')
    .replace(/^(["'`])(.*)\1;?$/s, '$2')
    .trim();
}
