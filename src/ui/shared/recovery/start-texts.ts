import type { Language } from '#ui/kit/theme/appearance.ts';

const conversationsOf = (count: number): string =>
  count === 1 ? 'one conversation' : `${count.toLocaleString('en')} conversations`;
const messagesOf = (count: number): string => (count === 1 ? 'one message' : `${count.toLocaleString('en')} messages`);
const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Separate from the page's catalogs: this screen must work when nothing else could be loaded. */
const EN = {
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
  copyFound: 'Baton’s folder holds a copy of your conversations',
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
  nothingToSave: 'There is no database to read in this browser.',
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
  room: 'Free up space',
  roomBody:
    'This browser still has histories that were replaced and set aside. Removing one frees its space and can’t be undone.',
  roomNoDate: 'A history that was set aside',
  roomUnread: 'can’t be read',
  roomButton: 'Remove…',
  roomYes: 'Remove for good',
  empty: 'Start with an empty history',
  emptyBody: 'The database that doesn’t open stays in this browser. Baton uses a new one instead.',
  emptyButton: 'Start empty…',
  emptySure: 'Start with an empty history now?',
  emptyYes: 'Start empty',
  cancel: 'Cancel',
  didNotWork: 'That didn’t work.',
};

function missingOf(conversations: number, messages: number): string {
  if (messages === 0)
    return `${capitalized(conversationsOf(conversations))} ${conversations === 1 ? 'is' : 'are'} missing.`;
  const whole =
    conversations === 1 ? 'one whole conversation' : `${conversations.toLocaleString('en')} whole conversations`;
  return `${capitalized(messagesOf(messages))} ${messages === 1 ? 'is' : 'are'} missing${conversations === 0 ? '' : `, including ${whole}`}.`;
}

export type StartTexts = typeof EN;

const KO: StartTexts = {
  working: '대화를 여는 중…',
  copy: '업데이트하기 전에 대화를 백업하는 중…',
  upgrade: '이 버전에 맞게 대화를 업데이트하는 중…',
  check: '빠진 것이 없는지 확인하는 중…',
  rows: (count) => `지금까지 ${count}개 항목`,
  patience: '언제든 이 창을 닫아도 돼요. 끝나지 않은 업데이트는 취소되고 이전 상태로 돌아가요.',
  kept: 'Baton이 바꾸거나 지운 것은 없어요.',
  retry: '다시 시도',
  details: '자세히',
  failed: '대화를 열지 못했어요',

  noSnapshot: '업데이트하기 전에 대화를 백업하지 못했어요',
  noSnapshotBody:
    '이 버전은 대화를 저장하는 방식이 달라져서, 업데이트하기 전에 Baton 폴더에 백업을 남겨요. 이번에는 백업하지 못했어요. 업데이트 중에 문제가 생기면 이전 상태로 돌아가지만, 백업이 없으면 나중에 이전 버전으로 되돌릴 수 없어요.',
  noSnapshotAnyway: '백업 없이 업데이트',
  littleRoom: '대화를 업데이트할 공간이 부족할 수 있어요',
  littleRoomBody: (needs, free) =>
    `${needs} 정도 필요할 수 있는데 ${free} 남아 있어요. 공간이 모자라면 업데이트를 취소하고 이전 상태로 돌아가요.`,
  littleRoomAnyway: '그래도 업데이트',
  held: '업데이트하기 전의 대화예요',
  heldBody:
    '이전 버전의 Baton으로 되돌린 상태예요. 이 대화를 쓰려면 이전 버전을 실행하거나, 이 버전에 맞게 다시 업데이트하세요.',
  heldAnyway: '다시 업데이트',
  vanished: '이 브라우저에 있던 대화가 사라졌어요',
  vanishedBody: (count, when) =>
    `${when}에는 이 브라우저에 대화가 ${count.toLocaleString('ko')}개 있었는데, 그 뒤에 브라우저가 Baton의 데이터베이스를 없앴어요. 데이터베이스가 손상되었거나, 디스크가 가득 찼거나, 사이트 데이터를 지웠을 때 생기는 일이에요.`,
  vanishedAnyway: '대화 없이 계속',
  copyFound: 'Baton 폴더에 대화 사본이 있어요',
  copyFoundBody:
    '이 브라우저에는 아직 대화가 없지만, 이 컴퓨터의 Baton 폴더에 예전 대화의 사본이 있어요. 여기로 되살릴 수 있어요.',
  copyFoundAnyway: '되살리지 않고 시작',
  lost: '이 브라우저에서 대화 일부가 사라졌어요',
  lostBody: (conversations, messages) =>
    `${missingInKorean(conversations, messages)} 비정상 종료나 디스크 오류로 브라우저의 데이터베이스가 손상됐어요. Baton 폴더에는 모두 남아 있어요.`,
  lostAnyway: '사라진 대화 없이 계속',
  withoutBody: '지금 필요하지 않아도 사본은 Baton 폴더에 남아요. 나중에 설정 > 기록에서 되살릴 수 있어요.',

  journal: '모두 되살리기',
  journalBody:
    'Baton 폴더에는 완성된 모든 메시지의 사본이 있어요. 지금 이 브라우저에 있는 것은 지우지 않고 따로 보관해요.',
  journalUntil: (when) => `${when}까지의 모든 대화`,
  journalOf: (when) => `${when}까지의 모든 대화 되살리기`,
  journalButton: '되살리기',
  journalWorking: '모두 되살리는 중…',
  clear: 'Baton 저장소 초기화',
  clearBody:
    '다른 방법이 모두 안 될 때 쓰세요. 브라우저가 자기 저장소를 더 이상 읽지 못하는 상태예요. 초기화하면 쓰던 글과 따로 보관한 기록을 포함해 거기 남은 것이 모두 지워져요. 그다음 Baton 폴더의 사본을 되살릴 수 있어요.',
  clearButton: '초기화…',
  clearSure: '이 브라우저에 있는 Baton 데이터를 지울까요?',
  clearYes: '지우고 초기화',
  clearDesktopBody:
    '다른 방법이 모두 안 될 때 쓰세요. 저장소 자체가 손상된 상태예요. 손상된 파일을 지우지 않고 다른 곳으로 옮긴 뒤 Baton을 다시 시작해요. 그다음 Baton 폴더의 사본을 되살릴 수 있어요.',
  clearDesktopSure: '손상된 파일을 옮기고 Baton을 다시 시작할까요?',
  clearDesktopYes: '초기화하고 다시 시작',

  save: '읽을 수 있는 내용 저장',
  saveBody:
    '데이터베이스를 항목별로 읽어서, 읽을 수 없는 항목은 건너뛰고 나머지를 Baton에서 복원할 수 있는 파일로 저장해요.',
  saveButton: '파일로 저장',
  saved: (conversations, messages) =>
    `대화 ${conversations.toLocaleString('ko')}개와 메시지 ${messages.toLocaleString('ko')}개를 저장했어요.`,
  savedMissing: (count) => `${count.toLocaleString('ko')}개 항목은 읽지 못했어요. 빠진 항목은 파일에 적혀 있어요.`,
  nothingToSave: '이 브라우저에는 읽을 데이터베이스가 없어요.',
  snapshots: '스냅샷 복원',
  snapshotsBody:
    '스냅샷은 이 컴퓨터의 Baton 폴더에 있는 백업이에요. 지금 이 브라우저에 있는 것은 지우지 않고 따로 보관해요.',
  snapshotsNone: '스냅샷이 없어요.',
  snapshotsUnreachable: 'Baton 호스트가 응답하지 않아 스냅샷을 볼 수 없어요. Baton을 다시 시작하세요.',
  snapshotsLoading: '스냅샷을 찾는 중…',
  snapshotsMore: '이전 스냅샷 더 보기',
  snapshotHolds: (conversations, messages) =>
    `대화 ${conversations.toLocaleString('ko')}개, 메시지 ${messages.toLocaleString('ko')}개`,
  snapshotUpgrade: '업데이트 전',
  restore: '복원',
  restoreOf: (when) => `${when} 스냅샷 복원`,
  restoring: (done, of) => `${of}개 중 ${done}개`,
  room: '공간 확보',
  roomBody:
    '다른 기록으로 바뀌어 따로 보관한 기록이 이 브라우저에 남아 있어요. 삭제하면 그만큼 공간이 생기지만 되돌릴 수 없어요.',
  roomNoDate: '따로 보관한 기록',
  roomUnread: '읽을 수 없어요',
  roomButton: '삭제…',
  roomYes: '완전히 삭제',
  empty: '빈 기록으로 시작',
  emptyBody: '열리지 않는 데이터베이스는 이 브라우저에 그대로 두고 새 데이터베이스를 써요.',
  emptyButton: '빈 기록으로 시작…',
  emptySure: '지금 빈 기록으로 시작할까요?',
  emptyYes: '빈 기록으로 시작',
  cancel: '취소',
  didNotWork: '완료하지 못했어요.',
};

function missingInKorean(conversations: number, messages: number): string {
  const whole = `대화 ${conversations.toLocaleString('ko')}개`;
  if (messages === 0) return `${whole}가 사라졌어요.`;
  return `메시지 ${messages.toLocaleString('ko')}개가 사라졌어요${conversations === 0 ? '' : `(${whole} 전체 포함)`}.`;
}

export const START_TEXTS: Readonly<Record<Language, StartTexts>> = { en: EN, ko: KO };
