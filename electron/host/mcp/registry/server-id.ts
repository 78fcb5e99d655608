import { shortId } from '#core/hash.ts';

/** Paths under /api/mcp that are not servers. */
const TAKEN = new Set(['servers', 'import', 'approvals', 'rules', 'sessions']);
const MAX_LENGTH = 40;

/** Derives an id from a name: stable for the same name, unique among `others`, and never a reserved one. */
export function idFor(name: string, others: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  const lost = plain === '' || TAKEN.has(plain) || plain.startsWith('builtin');
  let id = lost ? `server-${shortId(name, 6).toLowerCase()}` : plain;
  for (let count = 2; others.has(id); count++) id = `${lost ? 'server' : plain}-${count}`;
  return id;
}

const MAX_LABEL = 80;

/** The label itself, or with a number where another server has it already. */
export function freeLabel(label: string, others: ReadonlySet<string>): string {
  const folded = (text: string) => text.normalize('NFKC').toLowerCase();
  const taken = new Set([...others].map(folded));
  let own = label;
  for (let count = 2; taken.has(folded(own)); count++)
    own = `${label
      .slice(0, MAX_LABEL - 4)
      .toWellFormed()
      .trimEnd()} ${count}`;
  return own;
}
