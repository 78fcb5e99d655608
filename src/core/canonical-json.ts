/**
 * Returns the same text for equal JSON values, whatever the order of their keys (after RFC 8785; numbers as ECMAScript
 * prints them). Values that two sides hash are hashed in this form. Like JSON.stringify, it leaves out `undefined`
 * members.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  let text = '';
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) text += `${text === '' ? '' : ','}${canonicalJson(one ?? null)}`;
    return `[${text}]`;
  }
  for (const key of Object.keys(value).sort()) {
    const inner = (value as Record<string, unknown>)[key];
    if (inner !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`;
  }
  return `{${text}}`;
}
