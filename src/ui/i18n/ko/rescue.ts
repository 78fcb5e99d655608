import type { rescue as en } from '../en/rescue.ts';
import type { Translation } from '../translation.ts';

export const rescue = {
  title: '데이터베이스 관리',
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
    '이 스냅샷은 업데이트하기 전에 데이터베이스 전체를 그대로 복사한 것이에요. 지금 대화에 더해지지 않고 그 자리를 대신하며, 이 버전에 맞게 옮겨져요. 지금 대화는 지워지지 않고 이 브라우저에 따로 남아요. 쓰고 있던 답변은 거기서 멈춰요.',
  bringBack: '되돌리기',
  progress: '{{of}}개 항목 가운데 {{done}}개',
  goBackFailed: '되돌리지 못했어요. 모두 그대로예요',
  damaged: '손상된 스냅샷이라 쓰지 않았어요. 다른 스냅샷을 골라 주세요.',
  unreadable_other: '항목 {{count}}개를 읽지 못했어요',
  unreadableBody:
    '이 창이 열려 있는 동안 발견했어요. 나머지는 모두 보여요. 읽지 못한 항목은 건드리지 않고 그대로 두었고, 그대로 저장할 수 있어요.',
  unreadableSave: '파일로 저장',
  unreadableSaved_other: '항목 {{count}}개를 저장했어요',
  rebuilt_other: '목록에서 빠진 대화 {{count}}개를 되찾았어요',
  rebuiltBody: '{{named}}. 직접 붙인 제목처럼 목록에만 있던 것은 되찾지 못했어요.',
  mended_other: '대화 {{count}}개를 고쳤어요',
  mendedBody: '마지막 메시지를 잃어버려서, 남은 것 중 가장 새로운 메시지로 끝나요.',
  untitled: '제목 없음',
  andMore_other: '외 {{count}}개',
} satisfies Translation<typeof en>;
