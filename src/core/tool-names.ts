import { shortId } from './hash.ts';

const SEPARATOR = '__';
const MAX_ID_LENGTH = 48;

/** The name under which a model knows a tool. The normalizer handles the vendors' own rules for names. */
export function toToolName(server: string, tool: string): string {
  return `${server}${SEPARATOR}${tool}`;
}

/** Reverses `toToolName` for every server id that `isServerId` accepts. A name without a server is Baton's own tool. */
export function splitToolName(name: string): { server: string | null; tool: string } {
  const at = name.indexOf(SEPARATOR);
  return at <= 0
    ? { server: null, tool: name }
    : { server: name.slice(0, at), tool: name.slice(at + SEPARATOR.length) };
}

/**
 * Ids that every vendor accepts and that end unambiguously at the separator: no two underscores in a row and none at
 * either end.
 */
export function isServerId(id: string): boolean {
  return id.length <= MAX_ID_LENGTH && /^[a-z0-9](?:[a-z0-9-]|_(?!_))*$/.test(id) && !/[_-]$/.test(id);
}

/** An id for a server of this name that is not in `taken`. */
export function serverIdFor(label: string, taken: Iterable<string>): string {
  const used = new Set(taken);
  const plain = trim(
    label
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '_'),
  );
  // Names in other scripts leave no characters, so the id is derived from the name: the same name gives the same id.
  const base = plain === '' ? `server_${shortId(label, 6).toLowerCase()}` : trim(plain.slice(0, MAX_ID_LENGTH));
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `_${count}`;
    const id = trim(base.slice(0, MAX_ID_LENGTH - suffix.length)) + suffix;
    if (!used.has(id)) return id;
  }
}

function trim(text: string): string {
  return text.replace(/^_+|_+$/g, '');
}
