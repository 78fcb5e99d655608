/** Filters that a click adds to the query or removes from it. See search-query.ts for all filters. */
export const FILTER_HINTS = [
  { piece: 'role:user', words: 'filter.mine' },
  { piece: 'role:assistant', words: 'filter.answers' },
  { piece: 'has:tool', words: 'filter.tools' },
  { piece: 'has:thinking', words: 'filter.thinking' },
  { piece: 'has:file', words: 'filter.files' },
  { piece: 'is:pinned', words: 'filter.pinned' },
  { piece: 'is:archived', words: 'filter.archived' },
  { piece: 'is:deleted', words: 'filter.deleted' },
] as const;

/** Supported filters, each with an example. */
export const HELP = [
  ['phrase', '"…"'],
  ['vendor', 'vendor:anthropic'],
  ['model', 'model:opus'],
  ['role', 'role:user'],
  ['tool', 'tool:read_file'],
  ['order', 'tag:travel folder:"My work"'],
  ['time', 'after:2026-01 before:2026-03-15'],
] as const;
