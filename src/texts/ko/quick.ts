import type { quick as en } from '#texts/en/quick.ts';
import type { Translation } from '#texts/base/translation.ts';

export const quick = {
  title: '빠른 질문',
  goOn: 'Baton에서 계속',
  goOnLater: '이 창에서 실행이 아직 진행 중이에요',
  goOnLaterBody: '실행 중의 질문에는 이 창에서만 답할 수 있어요. 답하거나 기다리거나 중지해 주세요.',
  goOnStopped: '중지하고 계속',
  another: '새 질문',
  hide: '숨기기',
  hint: '빈 입력창에서 {{keys}}을(를) 누르면 Baton에서 이어져요. Esc를 누르면 창이 숨고, 답변은 계속돼요.',
  hintBrowser: '빈 입력창에서 {{keys}}을(를) 누르면 Baton에서 이어져요.',
  clipboard: '클립보드 추가',
  clipboardEmpty: '클립보드에 글도 그림도 없어요',
  clipboardRefused: '클립보드를 읽을 권한이 없어요',
  clipboardFailed: '클립보드를 읽지 못했어요',
  screen: '스크린샷 추가',
  screenFailed: '스크린샷을 찍지 못했어요',
} satisfies Translation<typeof en>;
