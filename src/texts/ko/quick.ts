import type { quick as en } from '#texts/en/quick.ts';
import type { Translation } from '#texts/base/translation.ts';

export const quick = {
  title: '빠른 질문',
  goOn: 'Baton에서 계속',
  another: '새 질문',
  hide: '숨기기',
  hint: '빈 입력창에서 {{keys}}을(를) 누르면 Baton에서 이어져요. Esc를 누르면 창이 숨고, 답변은 계속돼요.',
  hintBrowser: '빈 입력창에서 {{keys}}을(를) 누르면 Baton에서 이어져요.',
} satisfies Translation<typeof en>;
