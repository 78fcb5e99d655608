import type { StartScreenTexts } from '../en/start.ts';

const start: StartScreenTexts['start'] = {
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
  broken: 'Baton을 시작하지 못했어요',
  brokenBody:
    'Baton의 일부를 불러오지 못했거나 오류가 났어요. 대화에 생긴 문제는 아니에요. 다시 시도해도 안 되면 Baton을 다시 시작해 주세요.',

  noSnapshot: '업데이트하기 전에 대화를 백업하지 못했어요',
  noSnapshotBody:
    '이 버전은 대화를 저장하는 방식이 달라져서, 업데이트하기 전에 Baton 폴더에 백업을 남겨요. 이번에는 백업하지 못했어요. 업데이트 중에 문제가 생기면 이전 상태로 돌아가지만, 백업이 없으면 나중에 이전 버전으로 되돌릴 수 없어요.',
  noSnapshotAnyway: '백업 없이 업데이트',
  littleRoom: '대화를 업데이트할 공간이 부족할 수 있어요',
  littleRoomBody: (needs, free) =>
    `${needs} 정도 필요할 수 있는데 ${free} 남아 있어요. 공간이 부족하면 업데이트를 취소하고 이전 상태로 돌아가요.`,
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
  withoutBody: '지금 필요하지 않아도 사본은 Baton 폴더에 남아요. 나중에 설정 > 대화 기록에서 되살릴 수 있어요.',

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
  restored: '대화를 모두 되살렸어요',
  restoredRest: '나머지 대화를 되살렸어요',
  untitled: '새 대화',
  quoted: (title) => `‘${title}’`,
  restoredWithoutSessions: (names) =>
    `백업에서 손상돼서 온전히 되살리지 못한 대화: ${names}. 이 백업은 Baton 폴더에 그대로 있어요. 설정 > 대화 기록의 이전 스냅샷에는 남아 있을 수 있어요.`,
  restoredWithout: {
    library: '백업의 폴더, 프롬프트, 어시스턴트가 손상돼서 빠졌어요.',
    'tool-lists': '백업의 도구 목록이 손상돼서 빠졌어요.',
    attachments: '백업에 없거나 손상된 첨부가 있어요. 그 자리에 없다고 표시돼요.',
  },
  freeSpace: '공간 확보',
  freeSpaceBody:
    '다른 기록으로 바뀌어 따로 보관한 기록이 이 브라우저에 남아 있어요. 삭제하면 그만큼 공간이 생기지만 되돌릴 수 없어요.',
  retainedNoDate: '따로 보관한 기록',
  roomUnread: '읽을 수 없어요',
  roomButton: '삭제…',
  removeForGood: '완전히 삭제',
  empty: '빈 기록으로 시작',
  emptyBody: '열리지 않는 데이터베이스는 이 브라우저에 그대로 두고 새 데이터베이스를 써요.',
  emptyButton: '빈 기록으로 시작…',
  emptySure: '지금 빈 기록으로 시작할까요?',
  emptyYes: '빈 기록으로 시작',
  cancel: '취소',
  didNotWork: '완료하지 못했어요.',
  otherWays: '다시 시도하거나 이 화면의 다른 방법을 사용해 주세요.',
};

function missingInKorean(conversations: number, messages: number): string {
  const complete = `대화 ${conversations.toLocaleString('ko')}개`;
  if (messages === 0) return `대화 ${conversations.toLocaleString('ko')}개가 사라졌어요.`;
  return `메시지 ${messages.toLocaleString('ko')}개가 사라졌어요${conversations === 0 ? '' : `(${complete} 전체 포함)`}.`;
}

const move: StartScreenTexts['move'] = {
  sending: '대화를 Baton의 새 주소로 옮기는 중…',
  taking: '대화를 제자리에 놓는 중…',
  rows: (count) => `지금까지 ${count}개 항목`,
  rowsOf: (done, of) => `${of}개 항목 중 ${done}개`,
  patience: '예전 주소에 있는 것은 지우지 않아요. 창을 닫으면 다음에 처음부터 다시 옮겨요.',
  lost: 'Baton이 응답하지 않아요',
  lostBody: '돌아가서 다시 시도하세요. 그래도 안 되면 Baton을 다시 시작하세요.',
  back: '돌아가기',
  notMoved: '대화를 아직 옮기지 못했어요',
  notMovedBody:
    '다른 프로그램이 가로챌 수 없도록 Baton의 주소가 바뀌었어요. 대화는 예전 주소에 하나도 빠짐없이 그대로 있어요.',
  again: '다시 시도',
  anyway: '옮기지 않고 계속',
  later: '지금 그냥 계속해도 나중에 설정 > 대화 기록에서 옮길 수 있어요.',
  moved: '대화를 옮겼어요',
  movedBody: (conversations, messages) =>
    `대화 ${conversations.toLocaleString('ko')}개, 메시지 ${messages.toLocaleString('ko')}개예요. 모든 항목이 원본과 같은지 확인했어요.`,
  movedMissing: (count) => `예전 주소에서 읽지 못한 ${count.toLocaleString('ko')}개 항목은 옮기지 못했어요.`,
  movedKept: '이제 Baton은 다른 프로그램이 가로챌 수 없는 새 주소를 써요. 원본은 이 브라우저에 그대로 남아 있어요.',
  go: 'Baton 열기',
  details: '자세히',
};

const failures: StartScreenTexts['failures'] = {
  quota: '디스크가 가득 찼어요. 공간을 비운 뒤 다시 시도하세요.',
  blocked: '다른 Baton 창에서 쓰고 있어요. 다른 Baton 창을 닫은 뒤 다시 시도하세요.',
  'newer-version': '더 새로운 버전의 Baton에서 저장한 대화예요. Baton을 업데이트하면 열 수 있어요.',
  timeout: '데이터베이스가 응답하지 않아요. 다시 시도해 보고, 그래도 안 되면 Baton이나 브라우저를 다시 시작하세요.',
  unavailable:
    '이 창에서는 Baton이 아무것도 저장할 수 없어요. 시크릿 창이라면 일반 창에서 열고, 아니라면 브라우저 설정에서 Baton의 사이트 데이터를 허용하세요.',
  closed:
    '다른 Baton 창에서 데이터베이스를 업데이트하거나 바꿨거나, 사이트 데이터를 지워서 데이터베이스가 닫혔어요. 이 창을 새로 고치면 지금 있는 대화를 볼 수 있어요.',
  missing: '저장되어 있어야 할 항목이 없어요.',
  'upgrade-refused': '이 버전에 맞게 바꾸면 일부를 잃게 되어 업데이트를 취소했어요.',
  vanished: '이 브라우저에 있던 대화가 사라졌어요.',
  unreadable: '데이터베이스를 읽지 못했어요.',
  unknown: '데이터베이스를 열지 못했어요.',
};

export const startTexts: StartScreenTexts = { start, move, failures };
