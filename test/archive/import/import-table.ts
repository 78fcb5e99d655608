import { vi } from 'vitest';
import type { FieldOwner, Fields } from '#archive/import/base/fields.ts';
import { IMPORTERS } from '#archive/import/importers.ts';
import type { Importer } from '#archive/import/base/importer.ts';
import type { Source } from '#archive/import/source.ts';
import { EXPORTS } from './exports.ts';
import { read } from './reading.ts';

type Taken = Record<FieldOwner, Set<string>>;

const taken = vi.hoisted(() => ({ now: null as Taken | null }));

/** A view that notes the path of each value that is read and isn't an object whose own fields are read. */
function noting(value: unknown, path: string, found: Set<string>): unknown {
  if (Array.isArray(value)) {
    const entries: unknown[] = value.map((one) => noting(one, `${path}[]`, found));
    return entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const views = new Map<string, unknown>();
  return new Proxy(value, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key);
      if (typeof key !== 'string' || !Object.hasOwn(target, key)) return own;
      if (!views.has(key)) {
        const below = path === '' ? key : `${path}.${key}`;
        found.add(below);
        views.set(key, noting(own, below, found));
      }
      return views.get(key);
    },
  });
}

/** The tracker of the importers, which also notes what they read. */
export function notingTracker(create: () => Fields): () => Fields {
  return () => {
    const fields = create();
    return {
      ...fields,
      watch(of, value, at = '') {
        const view = fields.watch(of, value, at);
        return taken.now ? (noting(view, at, taken.now[of]) as typeof view) : view;
      },
    };
  };
}

/** Names without those that only lead to others. */
const leaves = (names: Iterable<string>): string[] => {
  const all = [...names];
  return all.filter((name) => !all.some((other) => other.startsWith(`${name}.`) || other.startsWith(`${name}[]`)));
};

const list = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map((name) => `\`${name}\``).join(', ');

const OWNERS = ['conversation', 'message'] as const;

/** Where messages stand in a conversation: what is read there belongs to them. */
const MESSAGES = /^(?:mapping\.[^.]+\.message\.|chat\.history\.messages\.[^.]+\.|(?:chat_)?messages\[\]\.)(.+)$/;

function placed(of: FieldOwner, name: string): [FieldOwner, string] {
  if (of === 'message') return [of, name];
  const [, own] = MESSAGES.exec(name) ?? [];
  return own === undefined ? [of, name.replace(/^mapping\..*/, 'mapping')] : ['message', own];
}

async function section(source: Source, importer: Importer): Promise<string> {
  taken.now = { conversation: new Set(), message: new Set() };
  const { receipt } = await read(EXPORTS[source]());
  const { now } = taken;
  taken.now = null;
  const found: Taken = { conversation: new Set(), message: new Set() };
  for (const of of OWNERS)
    for (const name of leaves(now[of])) {
      const [owner, field] = placed(of, name);
      found[owner].add(field);
    }
  const lines = OWNERS.flatMap((of) => {
    const left = receipt.dropped.filter((one) => one.of === of).map(({ field }) => field);
    const read = leaves(found[of]).filter((field) => !left.includes(field));
    const ignored = (importer.meaningless[of] ?? []).filter((field) => !read.includes(field));
    const name = of === 'conversation' ? 'Conversation' : 'Message';
    return [
      `- **${name}, read**: ${list(read.toSorted())}`,
      `- **${name}, named as not taken**: ${list(left)}`,
      `- **${name}, not named**: ${list(ignored)}`,
    ];
  });
  return [`## ${importer.name}`, '', ...lines].join('\n');
}

/** docs/imports.md, from what the importers read of an export of each program. */
export async function importTable(): Promise<string> {
  const sections: string[] = [];
  for (const [source, importer] of Object.entries<Importer>(IMPORTERS))
    sections.push(await section(source as Source, importer));
  return `${INTRO}\n${sections.join('\n\n')}\n`;
}

const INTRO = `# What an import takes

For each program, the fields that are read of an example of its exports (\`test/archive/import/exports.ts\`), those of the
example that the receipt names because they have no place in Baton, and others that it doesn't name: they say nothing
about a conversation, or are read where an export has them and the example doesn't. Any other field with a value is named in the receipt, whatever it is called and wherever it
stands; \`test/archive/import/fields.test.ts\` puts random ones into each export. \`[]\` stands for each entry of a list. This page is
written from the code: \`npx vitest run --config test/vitest.config.ts test/archive/import/import-table.test.ts -u\`.
`;
