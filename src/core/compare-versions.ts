/** The grammar of semver.org 2.0.0, which has no leading `v`. */
const VERSION =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;
const MAX_CHARS = 64;

interface Version {
  numbers: string[];
  /** Empty for a release. */
  before: string[];
}

function readVersion(text: string): Version | null {
  const found = text.length > MAX_CHARS ? null : VERSION.exec(text);
  if (!found) return null;
  const [, major = '', minor = '', patch = '', before] = found;
  return { numbers: [major, minor, patch], before: before?.split('.') ?? [] };
}

export function isVersion(text: string): boolean {
  return readVersion(text) !== null;
}

/** Kept as text: a number may exceed the exact range of a double. It has no leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareWords(a, b);
}

function compareWords(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return compareNumbers(a, b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return compareWords(a, b);
}

/**
 * Compares by the precedence of semver.org 2.0.0 (11): a pre-release comes before its release, and build metadata is
 * ignored. An invalid version is older than every valid one and equal to another invalid one.
 */
export function compareVersions(first: string, second: string): number {
  const [a, b] = [readVersion(first), readVersion(second)];
  if (!a || !b) return Number(a !== null) - Number(b !== null);
  for (const [index, number] of a.numbers.entries()) {
    const order = compareNumbers(number, b.numbers[index] ?? '');
    if (order !== 0) return Math.sign(order);
  }
  if (a.before.length === 0 || b.before.length === 0) return Math.sign(b.before.length - a.before.length);
  for (const [index, identifier] of a.before.entries()) {
    const other = b.before[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(a.before.length - b.before.length);
}
