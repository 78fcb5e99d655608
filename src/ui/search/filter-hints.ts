/** Filters that a click adds to the words or takes out of them; see search-query.ts for all of them. */
export const FILTER_HINTS = [
  { piece: 'role:user', words: 'filter.mine' },
  { piece: 'role:assistant', words: 'filter.answers' },
  { piece: 'has:tool', words: 'filter.tools' },
  { piece: 'has:thinking', words: 'filter.thinking' },
  { piece: 'has:file', words: 'filter.files' },
  { piece: 'is:pinned', words: 'filter.pinned' },
  { piece: 'is:deleted', words: 'filter.deleted' },
] as const;
