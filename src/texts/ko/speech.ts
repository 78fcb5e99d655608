import type { speech as en } from '#texts/en/speech.ts';
import type { Translation } from '#texts/base/translation.ts';

export const speech = {
  label: '소리 내어 읽는 중',
  item: '소리 내어 읽기',
  pause: '일시 정지',
  resume: '계속 읽기',
  back: '이전 문장',
  forward: '다음 문장',
  stop: '읽기 중지',
  at: '{{index}} / {{of}}',
  rate: '속도',
  voice: '음성',
  code: '코드.',
  formula: '수식',
  nothing: '이 메시지에는 읽을 내용이 없어요.',
  noVoice: '이 컴퓨터에 {{language}} 음성이 없어요. 시스템 설정에서 설치할 수 있어요.',
  failed: '시스템이 이 메시지를 읽지 못했어요.',
} satisfies Translation<typeof en>;
