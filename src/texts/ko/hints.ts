import type { hints as en } from '#texts/en/hints.ts';
import type { Translation } from '#texts/base/translation.ts';

export const hints = {
  label: '도움말',
  dismiss: '알겠어요',
  approval: '도구는 실행하기 전에 물어봐요. 무엇을 하는지 확인한 뒤 허용하거나 거부하세요.',
  'switch-panel': '모델을 바꾸기 전에 다음 모델이 받는 것과 빠지는 것을 보여 줘요.',
  compare: '질문 하나에 답변이 여러 개예요. 하나를 골라 이어 가세요. 나머지도 보관돼요.',
  knot: '매듭은 모델을 바꾼 곳이에요. 선택하면 무엇이 달라졌는지 보여 줘요.',
  stitch: '바늘땀은 다른 형태로 보낸 부분이에요. 선택하면 이유를 보여 줘요.',
} as const satisfies Translation<typeof en>;
