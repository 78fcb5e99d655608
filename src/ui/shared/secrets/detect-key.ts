import type { Vendor } from '#core/vendor.ts';

/**
 * Detects the vendor of a pasted key by its shape, most distinctive first. Only a hint: formats change (Google AI
 * Studio moved from `AIza` to `AQ.` in 2026), so a key that matches nothing, or another vendor's shape, is never
 * refused. Mistral and older Cerebras keys have no distinctive shape.
 */
const SHAPES: readonly (readonly [RegExp, Vendor])[] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-or-/, 'openrouter'],
  [/^sk-(proj|svcacct|admin|None)-/, 'openai'],
  [/^sk-[\w-]*T3BlbkFJ/, 'openai'],
  [/^sk-[0-9a-f]{32}$/, 'deepseek'],
  [/^AIza[\w-]{30,}$/, 'gemini'],
  [/^AQ\.[\w-]{20,}$/, 'gemini'],
  [/^gsk_/, 'groq'],
  [/^csk-/, 'cerebras'],
  [/^fw_/, 'fireworks'],
  [/^xai-/, 'xai'],
];

export function detectVendor(key: string): Vendor | null {
  const text = key.trim();
  return SHAPES.find(([shape]) => shape.test(text))?.[1] ?? null;
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
