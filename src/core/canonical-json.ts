/**
 * Returns the same text for equal JSON values, whatever the order of their keys (after RFC 8785; numbers as ECMAScript
 * prints them). Values that two sides hash are hashed in this form. Like JSON.stringify, it leaves out `undefined`
 * members.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalJson(one ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`);
  return `{${members.join(',')}}`;
}
