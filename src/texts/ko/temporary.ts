import type { temporary as en } from '#texts/en/temporary.ts';
import type { Translation } from '#texts/base/translation.ts';

export const temporary = {
  title: '임시 대화',
  begin: '새 임시 대화',
  open: '임시 대화로 돌아가기',
  mark: '임시 대화예요.',
  markBody: '이 창의 메모리에만 있어요. 저장하거나 검색하거나 동기화하지 않아요.',
  keep: '이 대화 보관',
  keepRunning: '답변이 끝나면 보관할 수 있어요',
  discard: '버리기',
  emptyTitle: '이 대화는 저장되지 않아요',
  emptyBody:
    '나갈 때까지 이 창의 메모리에만 있어요. 보낸 메시지는 선택한 업체로 전달돼요. 도구, 에이전트 실행, 웹 검색, 분기, 내보내기는 여기에서 쓸 수 없어요.',
  leaveTitle: '임시 대화에서 나갈까요?',
  leaveBody: '메시지가 저장되지 않았어요. 버리면 되살릴 수 없어요.',
  back: '돌아가기',
  kept: '일반 대화로 보관했어요',
  keepFailed: '대화를 저장하지 못했어요',
} satisfies Translation<typeof en>;
