import type { Language } from '#ui/kit/theme/appearance.ts';

const EN = {
  sending: 'Moving your conversations to Baton’s new address…',
  taking: 'Putting your conversations in place…',
  rows: (count: string) => `${count} entries so far`,
  rowsOf: (done: string, of: string) => `${done} of ${of} entries`,
  patience: 'Nothing is deleted at the old address. If you close this window, the move starts over next time.',
  lost: 'Baton does not answer',
  lostBody: 'Go back and try again. If that does not help, start Baton again.',
  back: 'Go back',
  notMoved: 'Your conversations have not been moved yet',
  notMovedBody:
    'Baton has a new address that no other program can take. Your conversations are still at the old one, complete and unchanged.',
  again: 'Try again',
  anyway: 'Continue without them',
  later: 'If you continue without them, you can move them later in Settings > History.',
  moved: 'Your conversations have moved',
  movedBody: (conversations: number, messages: number) =>
    `${conversations === 1 ? 'One conversation' : `${conversations.toLocaleString('en')} conversations`} with ${messages === 1 ? 'one message' : `${messages.toLocaleString('en')} messages`}. Every entry was compared with the original.`,
  movedMissing: (count: number) =>
    `${count === 1 ? 'One entry' : `${count.toLocaleString('en')} entries`} could not be read at the old address and did not come along.`,
  movedKept: 'Baton has a new address that no other program can take. The original stays in this browser.',
  go: 'Open Baton',
  details: 'Details',
};

export type MoveTexts = typeof EN;

const KO: MoveTexts = {
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
  anyway: '없이 계속',
  later: '지금은 없이 계속하고, 나중에 설정 > 기록에서 옮길 수도 있어요.',
  moved: '대화를 옮겼어요',
  movedBody: (conversations, messages) =>
    `대화 ${conversations.toLocaleString('ko')}개, 메시지 ${messages.toLocaleString('ko')}개예요. 모든 항목이 원본과 같은지 확인했어요.`,
  movedMissing: (count) => `예전 주소에서 읽지 못한 ${count.toLocaleString('ko')}개 항목은 옮기지 못했어요.`,
  movedKept: '이제 Baton은 다른 프로그램이 가로챌 수 없는 새 주소를 써요. 원본은 이 브라우저에 그대로 남아 있어요.',
  go: 'Baton 열기',
  details: '자세히',
};

export const MOVE_TEXTS: Readonly<Record<Language, MoveTexts>> = { en: EN, ko: KO };
