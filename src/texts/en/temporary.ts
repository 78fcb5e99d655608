/** Temporary chats, which are never stored. */
export const temporary = {
  title: 'Temporary chat',
  begin: 'New temporary chat',
  open: 'Back to the temporary chat',
  mark: 'Temporary chat.',
  markBody: 'Only in this window’s memory. It isn’t stored, searched, or synced.',
  keep: 'Keep this chat',
  keepRunning: 'You can keep it when the answer is complete',
  discard: 'Discard',
  emptyTitle: 'Nothing of this chat is stored',
  emptyBody:
    'It stays in this window’s memory until you leave it. The vendor still gets what you send. Tools, agent runs, web search, forks, and exports aren’t available here.',
  leaveTitle: 'Leave the temporary chat?',
  leaveBody: 'Its messages were never stored. If you discard it, they are gone for good.',
  back: 'Go back',
  kept: 'Kept as an ordinary conversation',
  keepFailed: 'The chat couldn’t be stored',
} as const;
