/** Filters that a click adds to the query or removes from it. See search-query.ts for all filters. */
export const FILTER_HINTS = [
  { piece: 'role:user', label: 'filter.mine' },
  { piece: 'role:assistant', label: 'filter.answers' },
  { piece: 'has:tool', label: 'filter.tools' },
  { piece: 'has:thinking', label: 'filter.thinking' },
  { piece: 'has:file', label: 'filter.files' },
  { piece: 'is:pinned', label: 'filter.pinned' },
  { piece: 'is:archived', label: 'filter.archived' },
  { piece: 'is:deleted', label: 'filter.deleted' },
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
