import type { StorageErrorCode } from '#storage/storage-error.ts';

const conversationsOf = (count: number): string =>
  count === 1 ? 'one conversation' : `${count.toLocaleString('en')} conversations`;
const messagesOf = (count: number): string => (count === 1 ? 'one message' : `${count.toLocaleString('en')} messages`);
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Separate from the page's catalogs: this screen must work when nothing else could be loaded. */
const start = {
  working: 'Opening your conversations…',
  copy: 'Backing up your conversations before the update…',
  upgrade: 'Updating your conversations for this version…',
  check: 'Checking that nothing was lost…',
  rows: (count: string) => `${count} entries so far`,
  patience: 'You can close this window at any time. An unfinished update is undone.',
  kept: 'Baton hasn’t changed or deleted anything.',
  retry: 'Try again',
  details: 'Details',
  failed: 'Baton couldn’t open your conversations',
  broken: 'Baton couldn’t start',
  brokenBody:
    'A part of Baton couldn’t be loaded, or failed. Your conversations aren’t the reason. If trying again doesn’t help, start Baton again.',

  noSnapshot: 'Your conversations couldn’t be backed up before the update',
  noSnapshotBody:
    'This version of Baton stores conversations in a new way. It saves a backup in Baton’s folder first, and that didn’t work. If the update goes wrong, Baton undoes it. But without a backup, you can’t go back to the previous version later.',
  noSnapshotAnyway: 'Update without a backup',
  littleRoom: 'There may not be enough space to update your conversations',
  littleRoomBody: (needs: string, free: string) =>
    `The update may need ${needs}, and ${free} is free. If space runs out, Baton undoes the update.`,
  littleRoomAnyway: 'Update anyway',
  held: 'These are your conversations from before the update',
  heldBody:
    'You went back to the previous version of Baton. To use these conversations, start that version, or update them again for this one.',
  heldAnyway: 'Update them again',
  vanished: 'Your conversations are no longer in this browser',
  vanishedBody: (count: number, when: string) =>
    `On ${when}, this browser had ${conversationsOf(count)}. Since then, the browser has removed Baton’s database. This happens when the database is damaged, the disk is full, or site data is cleared.`,
  vanishedAnyway: 'Continue without them',
  copyFound: 'Baton’s folder has a copy of your conversations',
  copyFoundBody:
    'There are no conversations in this browser yet, but Baton’s folder on this computer has a copy of earlier ones. You can bring them back here.',
  copyFoundAnyway: 'Start without them',
  lost: 'Some of your conversations are missing from this browser',
  lostBody: (conversations: number, messages: number) =>
    `${missingOf(conversations, messages)} A crash or a disk error damaged the browser’s database. Baton’s folder still has everything.`,
  lostAnyway: 'Continue without them',
  withoutBody:
    'If you don’t need them now, the copy stays in Baton’s folder. You can bring it back later in Settings > History.',

  journal: 'Bring everything back',
  journalBody:
    'Baton’s folder has a copy of every finished message. What this browser has now is set aside, not deleted.',
  journalUntil: (when: string) => `Everything up to ${when}`,
  journalOf: (when: string) => `Bring back everything up to ${when}`,
  journalButton: 'Bring back',
  journalWorking: 'Bringing everything back…',
  clear: 'Reset Baton’s storage',
  clearBody:
    'Use this if nothing else works: the browser can’t read its own storage anymore. A reset deletes what’s left there, including drafts and histories that were set aside. After that, you can bring back the copy in Baton’s folder.',
  clearButton: 'Reset…',
  clearSure: 'Delete Baton’s data in this browser?',
  clearYes: 'Delete and reset',
  clearDesktopBody:
    'Use this if nothing else works: the storage itself is damaged. Baton moves the damaged files aside without deleting them and restarts. After that, you can bring back the copy in Baton’s folder.',
  clearDesktopSure: 'Move the damaged files aside and restart Baton?',
  clearDesktopYes: 'Reset and restart',

  save: 'Save what can still be read',
  saveBody:
    'Baton reads the database entry by entry, skips what it can’t read, and saves the rest to a file that it can restore.',
  saveButton: 'Save to a file',
  saved: (conversations: number, messages: number) =>
    `Saved ${conversationsOf(conversations)} with ${messagesOf(messages)}.`,
  savedMissing: (count: number) =>
    `${count === 1 ? 'One entry' : `${count.toLocaleString('en')} entries`} couldn’t be read. The file lists what’s missing.`,
  nothingToSave: 'There’s no database to read in this browser.',
  snapshots: 'Restore a snapshot',
  snapshotsBody:
    'Snapshots are backups in Baton’s folder on this computer. What this browser has now is set aside, not deleted.',
  snapshotsNone: 'There are no snapshots.',
  snapshotsUnreachable: 'Baton’s host isn’t responding, so the snapshots can’t be listed. Start Baton again.',
  snapshotsLoading: 'Looking for snapshots…',
  snapshotsMore: 'Show older ones',
  snapshotHolds: (conversations: number, messages: number) =>
    `${conversationsOf(conversations)}, ${messagesOf(messages)}`,
  snapshotUpgrade: 'before an update',
  restore: 'Restore',
  restoreOf: (when: string) => `Restore the snapshot of ${when}`,
  restoring: (done: string, of: string) => `${done} of ${of}`,
  restored: 'All your conversations are back',
  restoredRest: 'Your other conversations are back',
  untitled: 'New chat',
  quoted: (title: string) => `“${title}”`,
  restoredWithoutSessions: (names: string, count: number) =>
    `${names} ${count === 1 ? 'is' : 'are'} damaged in this backup and couldn’t be fully restored. The backup stays in Baton’s folder. An older snapshot in Settings > History may still have ${count === 1 ? 'it' : 'them'}.`,
  restoredWithout: {
    library: 'The folders, prompts, and assistants in this backup are damaged and were left out.',
    'tool-lists': 'The tool lists in this backup are damaged and were left out.',
    attachments: 'Some attachments are missing from this backup or damaged. A note marks their places.',
  },
  freeSpace: 'Free up space',
  freeSpaceBody:
    'This browser still has histories that were replaced and set aside. Removing one frees its space and can’t be undone.',
  retainedNoDate: 'A history that was set aside',
  roomUnread: 'can’t be read',
  roomButton: 'Remove…',
  removeForGood: 'Remove for good',
  empty: 'Start with an empty history',
  emptyBody: 'The database that doesn’t open stays in this browser. Baton uses a new one instead.',
  emptyButton: 'Start empty…',
  emptySure: 'Start with an empty history now?',
  emptyYes: 'Start empty',
  cancel: 'Cancel',
  didNotWork: 'That didn’t work.',
  otherWays: 'Try again, or use another way on this page.',
};

function missingOf(conversations: number, messages: number): string {
  if (messages === 0)
    return `${capitalized(conversationsOf(conversations))} ${conversations === 1 ? 'is' : 'are'} missing.`;
  const complete =
    conversations === 1 ? 'one whole conversation' : `${conversations.toLocaleString('en')} whole conversations`;
  return `${capitalized(messagesOf(messages))} ${messages === 1 ? 'is' : 'are'} missing${conversations === 0 ? '' : `, including ${complete}`}.`;
}

const move = {
  sending: 'Moving your conversations to Baton’s new address…',
  taking: 'Putting your conversations in place…',
  rows: (count: string) => `${count} entries so far`,
  rowsOf: (done: string, of: string) => `${done} of ${of} entries`,
  patience: 'Nothing is deleted at the old address. If you close this window, the move starts over next time.',
  lost: 'Baton isn’t responding',
  lostBody: 'Go back and try again. If that doesn’t help, restart Baton.',
  back: 'Go back',
  notMoved: 'Your conversations haven’t been moved yet',
  notMovedBody:
    'Baton has a new address that no other program can take. Your conversations are still at the old one, complete and unchanged.',
  again: 'Try again',
  anyway: 'Continue without them',
  later: 'If you continue without them, you can move them later in Settings > History.',
  moved: 'Your conversations have moved',
  movedBody: (conversations: number, messages: number) =>
    `${conversations === 1 ? 'One conversation' : `${conversations.toLocaleString('en')} conversations`} with ${messages === 1 ? 'one message' : `${messages.toLocaleString('en')} messages`}. Every entry was compared with the original.`,
  movedMissing: (count: number) =>
    `${count === 1 ? 'One entry' : `${count.toLocaleString('en')} entries`} couldn’t be read at the old address.`,
  movedKept: 'Baton has a new address that no other program can take. The original stays in this browser.',
  go: 'Open Baton',
  details: 'Details',
};

const failures: Readonly<Record<StorageErrorCode, string>> = {
  quota: 'The disk is full. Free up some space, then try again.',
  blocked: 'Another Baton window is using your conversations. Close your other Baton windows, then try again.',
  'newer-version': 'A newer version of Baton saved these conversations. Update Baton to open them.',
  timeout: 'The database isn’t responding. Try again. If that doesn’t help, restart Baton or your browser.',
  unavailable:
    'Baton can’t store anything in this window. If it’s a private window, use a regular one. Otherwise, allow site data for Baton in your browser’s settings.',
  closed:
    'The database was closed because another Baton window updated or replaced it, or because site data was cleared. Reload this window to see what’s there now.',
  missing: 'Something that Baton stored is missing.',
  'upgrade-refused':
    'Updating your conversations for this version would have lost something, so Baton undid the update.',
  vanished: 'Your conversations were in this browser before, but they’re gone now.',
  unreadable: 'The database couldn’t be read.',
  unknown: 'The database couldn’t be opened.',
};

export const startTexts = { start, move, failures };

export type StartScreenTexts = typeof startTexts;
