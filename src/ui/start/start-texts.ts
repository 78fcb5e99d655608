import type { Language } from '#ui/theme/appearance.ts';

/** Beside the catalogues of the page: this screen must speak when nothing else could be loaded. */
const EN = {
  working: 'Opening your conversations…',
  copy: 'Making a copy of your conversations before they are carried over to this version…',
  upgrade: 'Carrying your conversations over to this version…',
  check: 'Checking that nothing was lost…',
  rows: (count: string) => `${count} entries so far`,
  patience: 'You can close this window at any time. Whatever is not finished is taken back by itself.',
  kept: 'Nothing was changed or deleted.',
  retry: 'Try again',
  details: 'Details',
  failed: 'Your conversations could not be opened',

  noSnapshot: 'No copy could be made before the update of your conversations',
  noSnapshotBody:
    'Before this version changes how your conversations are stored, it puts a copy into Baton’s folder. That did not work. The update takes itself back when anything goes wrong, but without a copy there is no way back later.',
  noSnapshotAnyway: 'Go on without a copy',
  littleRoom: 'There may be too little room for the update of your conversations',
  littleRoomBody: (needs: string, free: string) =>
    `It may need ${needs}, and ${free} are free. If the room runs out, the update takes itself back.`,
  littleRoomAnyway: 'Go on all the same',
  held: 'These are your conversations as they were before the update',
  heldBody:
    'You went back to the version before. To work with them now, start that version of Baton; or carry them over to this version again.',
  heldAnyway: 'Carry them over again',
  vanished: 'Your conversations are no longer in this browser',
  vanishedBody: (count: number, when: string) =>
    `On ${when}, this browser had ${count === 1 ? 'one conversation' : `${count.toLocaleString('en')} conversations`}. Since then it has deleted Baton’s database, because the database was damaged, the disk was full, or site data was cleared.`,
  vanishedAnyway: 'Continue without them',
  copyFound: 'Baton’s folder holds a copy of your conversations',
  copyFoundBody:
    'You haven’t used Baton in this browser yet, but its folder on this computer has conversations from before. You can bring them back here.',
  copyFoundAnyway: 'Start without them',

  lost: 'Part of your conversations is missing from this browser',
  lostBody: (conversations: number, messages: number) =>
    `${messages === 1 ? 'One message is' : `${messages.toLocaleString('en')} messages are`} missing${conversations === 0 ? '' : conversations === 1 ? ', with a whole conversation' : `, with ${conversations.toLocaleString('en')} whole conversations`}. The browser’s database was damaged, by a crash or a fault of the disk. Baton’s folder still has everything.`,
  lostAnyway: 'Continue without it',
  journal: 'Bring everything back',
  journalBody:
    'Baton’s folder has a copy of every finished message. What is here now stays in the browser and is kept apart.',
  journalUntil: (when: string) => `Everything until ${when}`,
  journalOf: (when: string) => `Bring back everything until ${when}`,
  journalButton: 'Bring back',
  journalWorking: 'Bringing everything back…',
  clear: 'Clear what the browser stores for Baton',
  clearBody:
    'If nothing else works, the browser cannot use its store any more. Clearing it deletes what is left there, also drafts and histories kept apart. After that, Baton offers its copy.',
  clearButton: 'Clear…',
  clearSure: 'Delete everything that this browser stores for Baton?',
  clearYes: 'Yes, clear it',

  save: 'Save what can still be read',
  saveBody:
    'Reads the database entry by entry, leaves out what cannot be read, and puts everything else into a file that Baton can restore.',
  saveButton: 'Save as a file',
  saved: (conversations: number, messages: number) =>
    `Saved: ${conversations === 1 ? 'one conversation' : `${conversations.toLocaleString('en')} conversations`} with ${messages === 1 ? 'one message' : `${messages.toLocaleString('en')} messages`}.`,
  savedMissing: (count: number) =>
    `${count === 1 ? 'One place' : `${count} places`} could not be read; the file names them.`,
  nothingToSave: 'There is no database here to read.',
  snapshots: 'Bring back a snapshot',
  snapshotsBody:
    'Snapshots are in Baton’s folder on this computer. What is here now stays in the browser and is kept apart.',
  snapshotsNone: 'There are no snapshots.',
  snapshotsUnreachable: 'Baton’s host does not answer, so its snapshots cannot be listed. Start Baton again.',
  snapshotsLoading: 'Looking for snapshots…',
  snapshotsMore: 'Show older ones',
  snapshotHolds: (conversations: number, messages: number) =>
    `${conversations === 1 ? 'one conversation' : `${conversations.toLocaleString('en')} conversations`}, ${messages === 1 ? 'one message' : `${messages.toLocaleString('en')} messages`}`,
  snapshotUpgrade: 'before an update',
  restore: 'Bring back',
  restoreOf: (when: string) => `Bring back the snapshot of ${when}`,
  restoring: (done: string, of: string) => `${done} of ${of}`,
  room: 'Make room',
  roomBody:
    'Histories that another one has taken the place of still lie in this browser. What is removed here frees its room and cannot be brought back.',
  roomNoDate: 'A history kept apart',
  roomUnread: 'does not let itself be read',
  roomButton: 'Remove…',
  roomYes: 'Remove for good',
  empty: 'Begin with an empty history',
  emptyBody: 'The database that does not open stays in this browser. Baton uses a new one beside it.',
  emptyButton: 'Begin empty',
  emptySure: 'Begin with an empty history now?',
  emptyYes: 'Yes, begin empty',
  cancel: 'Cancel',
  didNotWork: 'That did not work.',
};

export type StartTexts = typeof EN;

const KO: StartTexts = {
  working: '대화를 여는 중…',
  copy: '이 버전으로 옮기기 전에 대화의 사본을 만드는 중…',
  upgrade: '대화를 이 버전으로 옮기는 중…',
  check: '빠진 것이 없는지 확인하는 중…',
  rows: (count) => `지금까지 ${count}개 항목`,
  patience: '언제든 이 창을 닫아도 돼요. 끝나지 않은 작업은 저절로 되돌려져요.',
  kept: '바뀌거나 지워진 것은 없어요.',
  retry: '다시 시도',
  details: '자세히',
  failed: '대화를 열지 못했어요',

  noSnapshot: '대화를 옮기기 전에 사본을 만들지 못했어요',
  noSnapshotBody:
    '이 버전은 대화를 저장하는 방식을 바꾸기 전에 Baton 폴더에 사본을 남겨요. 이번에는 사본을 만들지 못했어요. 문제가 생기면 옮기기 전으로 저절로 돌아가지만, 사본이 없으면 나중에 되돌릴 수 없어요.',
  noSnapshotAnyway: '사본 없이 계속',
  littleRoom: '대화를 옮기기에 공간이 부족할 수 있어요',
  littleRoomBody: (needs, free) =>
    `${needs} 정도가 필요할 수 있는데 ${free} 남아 있어요. 공간이 모자라면 옮기기 전으로 저절로 돌아가요.`,
  littleRoomAnyway: '그래도 계속',
  held: '업데이트하기 전의 대화예요',
  heldBody: '이전 버전으로 되돌렸어요. 이 대화를 쓰려면 그 버전의 Baton을 실행하거나, 이 버전으로 다시 옮기세요.',
  heldAnyway: '다시 옮기기',
  vanished: '이 브라우저에 있던 대화가 사라졌어요',
  vanishedBody: (count, when) =>
    `${when}에는 이 브라우저에 대화가 ${count.toLocaleString('ko')}개 있었어요. 그 뒤 데이터베이스가 손상되었거나, 디스크가 가득 찼거나, 사이트 데이터를 지워서 브라우저가 데이터베이스를 없앴어요.`,
  vanishedAnyway: '대화 없이 계속하기',
  copyFound: 'Baton 폴더에 대화 사본이 있어요',
  copyFoundBody:
    '이 브라우저에서는 아직 Baton을 쓴 적이 없지만, 이 컴퓨터의 Baton 폴더에 예전 대화가 있어요. 여기로 되살릴 수 있어요.',
  copyFoundAnyway: '되살리지 않고 시작하기',

  lost: '이 브라우저에서 대화 일부가 사라졌어요',
  lostBody: (conversations, messages) =>
    `메시지 ${messages.toLocaleString('ko')}개가 없어요${conversations === 0 ? '' : ` (대화 ${conversations.toLocaleString('ko')}개는 통째로)`}. 비정상 종료나 디스크 오류로 브라우저의 데이터베이스가 손상됐어요. Baton 폴더에는 모두 남아 있어요.`,
  lostAnyway: '없이 계속',
  journal: '모두 되살리기',
  journalBody: 'Baton 폴더에는 완성된 모든 메시지의 사본이 있어요. 지금 있는 것은 브라우저에 따로 남아요.',
  journalUntil: (when) => `${when}까지의 전부`,
  journalOf: (when) => `${when}까지의 전부 되살리기`,
  journalButton: '되살리기',
  journalWorking: '되살리는 중…',
  clear: '브라우저에 저장된 Baton 데이터 지우기',
  clearBody:
    '다른 방법이 모두 안 되면 브라우저가 저장소를 더 이상 쓸 수 없는 거예요. 지우면 임시 저장 글과 따로 남겨 둔 기록을 포함해 거기 남은 것이 모두 없어져요. 그다음 Baton이 사본을 되살리도록 안내해요.',
  clearButton: '지우기…',
  clearSure: '이 브라우저에 저장된 Baton 데이터를 모두 지울까요?',
  clearYes: '네, 지울게요',

  save: '읽을 수 있는 것을 파일로 저장',
  saveBody: '데이터베이스를 하나씩 읽어서, 읽을 수 없는 것은 빼고 나머지를 Baton이 복원할 수 있는 파일에 담아요.',
  saveButton: '파일로 저장',
  saved: (conversations, messages) =>
    `저장했어요: 대화 ${conversations.toLocaleString('ko')}개, 메시지 ${messages.toLocaleString('ko')}개.`,
  savedMissing: (count) => `${count}곳은 읽지 못했어요. 어디인지 파일에 적혀 있어요.`,
  nothingToSave: '여기에는 읽을 데이터베이스가 없어요.',
  snapshots: '스냅샷 되살리기',
  snapshotsBody: '스냅샷은 이 컴퓨터의 Baton 폴더에 있어요. 지금 있는 것은 브라우저에 따로 남아요.',
  snapshotsNone: '스냅샷이 없어요.',
  snapshotsUnreachable: 'Baton 호스트가 응답하지 않아 스냅샷을 볼 수 없어요. Baton을 다시 시작하세요.',
  snapshotsLoading: '스냅샷을 찾는 중…',
  snapshotsMore: '더 오래된 것 보기',
  snapshotHolds: (conversations, messages) =>
    `대화 ${conversations.toLocaleString('ko')}개, 메시지 ${messages.toLocaleString('ko')}개`,
  snapshotUpgrade: '업데이트 전',
  restore: '되살리기',
  restoreOf: (when) => `${when} 스냅샷 되살리기`,
  restoring: (done, of) => `${of}개 중 ${done}개`,
  room: '공간 만들기',
  roomBody:
    '다른 기록에 자리를 내준 기록이 이 브라우저에 남아 있어요. 여기서 지우면 그만큼 공간이 생기고, 되돌릴 수 없어요.',
  roomNoDate: '따로 남겨 둔 기록',
  roomUnread: '읽히지 않아요',
  roomButton: '지우기…',
  roomYes: '완전히 지우기',
  empty: '빈 상태로 시작',
  emptyBody: '열리지 않는 데이터베이스는 이 브라우저에 그대로 두고, 그 옆에 새 데이터베이스를 만들어요.',
  emptyButton: '빈 상태로 시작',
  emptySure: '지금 빈 상태로 시작할까요?',
  emptyYes: '네, 빈 상태로 시작할게요',
  cancel: '취소',
  didNotWork: '그렇게 하지 못했어요.',
};

export const START_TEXTS: Readonly<Record<Language, StartTexts>> = { en: EN, ko: KO };
