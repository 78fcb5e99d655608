import type { messageOptions as en } from '#texts/en/message-options.ts';
import type { Translation } from '#texts/base/translation.ts';

export const messageOptions = {
  label: '이 메시지에 적용할 것',
  sentLabel: '이 메시지에 적용한 것',
  'mode.search': '검색',
  'mode.analyze': '분석',
  'mode.ultrawork': '울트라워크',
  adds: '‘{{name}}’이(가) 메시지에 덧붙이는 말',
  byWord: '‘{{word}}’라는 말 때문에',
  remove: '‘{{name}}’ 빼기',
  noThinking: '{{model}}은(는) 생각 기능이 없어서 달라지는 것이 없습니다.',

  'command.list': '명령',
  'command.count_other': '명령 {{count}}개. 위아래 화살표로 고르고 Enter로 쓰고 Esc로 닫습니다.',
  'command.think': '이 메시지에서 생각: {{level}}',
  'command.search': '답하기 전에 꼼꼼히 검색',
  'command.analyze': '행동하기 전에 분석',
  'command.ultrawork': '끝까지 해내기',
  'command.compact': '자리 만들기: 대화 요약',
  'command.plan': '도구: 계획만 하고 바꾸지 않기',
  'command.model': '모델 고르기',
  'command.instructions': '이 대화의 지침',
  'command.planDone': '이제 도구는 계획만 합니다',
} satisfies Translation<typeof en>;
