import type { recovery as en } from '#ui/kit/i18n/en/recovery.ts';
import type { Translation } from '#ui/kit/i18n/types/translation.ts';

export const recovery = {
  title: '데이터베이스 관리',
  elsewhere: '이전 버전에서 나눈 대화',
  elsewhereBody:
    'Baton의 예전 주소에 아직 남아 있을 수 있어요. 여기로 옮기면 지금 보이는 대화의 자리에 들어오고, 지금 것은 따로 남아 다시 쓸 수 있어요.',
  elsewhereFetch: '여기로 옮기기',
  upgraded: '{{when}}에 이 버전으로 옮겼어요',
  carried: '옮기기 전과 후를 비교했고, 모두 그대로 있어요.',
  notCarried: '나머지는 비교해서 모두 그대로 있고, 옮기지 않은 것은 {{what}}예요.',
  noWayBack: '옮기기 전에 사본을 만들지 않아서 되돌릴 수 없어요.',
  goBack: '이전 버전으로 되돌리기',
  goBackTitle: '대화를 업데이트하기 전으로 되돌릴까요?',
  goBackBody:
    '그때 만든 스냅샷에서 되살려요. 그 뒤에 쓴 내용은 이 브라우저에 따로 남아요. 되살린 대화를 쓰려면 전에 쓰던 버전의 Baton을 실행하세요.',
  bringBackTitle: '{{time}}의 기록으로 되돌릴까요?',
  bringBackBody:
    '이 스냅샷은 업데이트하기 전에 데이터베이스 전체를 그대로 복사한 것이에요. 지금 대화에 더해지지 않고 그 자리를 대신하며, 이 버전에 맞게 옮겨져요. 지금 대화는 지워지지 않고 이 브라우저에 따로 남아, 이 페이지 아래에서 다시 쓸 수 있어요. 작성 중인 답변은 거기까지만 남아요.',
  bringBack: '되돌리기',
  progress: '{{of}}개 항목 가운데 {{done}}개',
  goBackFailed: '되돌리지 못했어요. 모두 그대로예요',
  kept: '따로 남겨 둔 기록',
  keptSince: '따로 남겨 둔 {{when}}의 기록',
  keptUnread: '읽히지 않아요',
  keptNewer: '더 새로운 Baton에서만 쓸 수 있어요.',
  keptAgain: '다시 쓰기…',
  keptAgainTitle: '이 기록을 다시 쓸까요?',
  keptAgainBody:
    '{{what}}. 지금 쓰는 기록의 자리를 대신하고, 지금 쓰는 기록은 지워지지 않고 따로 남아 여기에 보여요. 옮기는 동안에는 사본 하나만큼의 공간이 더 필요해요. 작성 중인 답변은 거기까지만 남아요.',
  keptAgainYes: '다시 쓰기',
  keptSave: '파일로 저장',
  keptSaved: '지금 대화에 더하려면 그 파일에서 복원하세요.',
  keptNotSaved: '저장하지 못했어요',
  keptRemove: '지우기…',
  keptRemoveTitle: '이 기록을 완전히 지울까요?',
  keptRemoveBody: '{{label}} ({{what}}). 되돌릴 수 없어요. 지금 쓰는 기록과 스냅샷은 그대로 남아요.',
  keptRemoveYes: '완전히 지우기',
  keptRemoved: '따로 남겨 둔 기록을 지웠어요',
  keptNotRemoved: '지우지 못했어요',
  full: '더 저장할 공간이 없어요.',
  fullBody:
    '저장한 것은 안전하고, 화면에 있는 것은 이 창이 열려 있는 동안 다시 저장해 봐요. 공간을 비우거나, 삭제한 대화를 완전히 지우거나, 내보내세요.',
  fullFree: '삭제한 대화',
  fullExport: '내보내기…',
  damaged: '손상된 스냅샷이라 쓰지 않았어요. 다른 스냅샷을 골라 주세요.',
  unreadable_other: '항목 {{count}}개를 읽지 못했어요',
  unreadableBody:
    '이 창이 열려 있는 동안 발견했어요. 나머지는 모두 보여요. 읽지 못한 항목은 건드리지 않고 그대로 두었고, 그대로 저장할 수 있어요.',
  unreadableSave: '파일로 저장',
  unreadableSaved_other: '항목 {{count}}개를 저장했어요',
  rebuilt_other: '목록에서 빠진 대화 {{count}}개를 되찾았어요',
  rebuiltBody: '{{named}}. 직접 붙인 제목처럼 목록에만 있던 것은 되찾지 못했어요.',
  repaired_other: '대화 {{count}}개를 고쳤어요',
  mendedBody: '마지막 메시지를 잃어버려서, 남은 것 중 가장 새로운 메시지로 끝나요.',
  untitled: '제목 없음',
  andMore_other: '외 {{count}}개',
} satisfies Translation<typeof en>;
