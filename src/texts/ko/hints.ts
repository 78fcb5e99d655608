import type { hints as en } from '#texts/en/hints.ts';
import type { Translation } from '#texts/base/translation.ts';

export const hints = {
  label: '팁',
  dismiss: '확인',
  approval: '도구는 실행하기 전에 물어봐요. 무엇을 하는지 확인한 뒤 허용하거나 거부하세요.',
  'switch-panel': '모델을 바꾸기 전에 다음 모델이 받는 것과 빠지는 것을 보여 줘요.',
  compare: '질문 하나에 답변이 여러 개예요. 하나를 골라 이어 가세요. 나머지도 보관돼요.',
  knot: '매듭은 모델을 바꾼 곳이에요. 선택하면 무엇이 달라졌는지 보여 줘요.',
  stitch: '바늘땀은 다른 형태로 보낸 부분이에요. 선택하면 이유를 보여 줘요.',
  'empty.commands': '연습 모델 명령',
  'try.markdown.label': '답변이 어떻게 보이는지 보기',
  'try.markdown.text': '!show markdown\n마크다운을 보여 주세요.',
  'try.think.label': '생각하는 모습을 보다가 멈추기',
  'try.think.text': '!think 3\n프롬프트가 아니라 대화를 넘겨주는 것이 왜 중요할까요?',
  'try.fault.label': '오류가 나면 어떻게 되는지 보기',
  'try.fault.text': '!fault 529 times=2\n방금 무슨 일이 있었는지 알려 줘.',
  'try.help.label': '모든 명령 보기',
  'try.help.text': '!도움말',
} as const satisfies Translation<typeof en>;
