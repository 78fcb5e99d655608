import type { messageOptions as en } from '#texts/en/message-options.ts';
import type { Translation } from '#texts/base/translation.ts';

export const messageOptions = {
  label: '이 메시지의 옵션',
  sentLabel: '보낸 메시지의 옵션',
  'mode.search': '검색',
  'mode.analyze': '분석',
  'mode.ultrawork': '울트라워크',
  adds: '‘{{name}}’ 옵션이 메시지에 추가하는 내용',
  byWord: '‘{{word}}’라는 말이 있어서',
  remove: '‘{{name}}’ 빼기',
  noThinking: '{{model}}은(는) 생각 기능이 없어서 달라지지 않아요.',

  'command.list': '명령',
  'command.count_other': '명령 {{count}}개. 위아래 화살표로 선택하고 Enter로 실행, Esc로 닫아요.',
  'command.think': '이 메시지에서 생각: {{level}}',
  'command.search': '답하기 전에 꼼꼼히 검색',
  'command.analyze': '행동하기 전에 분석',
  'command.ultrawork': '끝날 때까지 계속하기',
  'command.compact': '공간 확보: 대화 요약',
  'command.plan': '도구: 계획만 세우고 변경하지 않기',
  'command.model': '모델 선택',
  'command.instructions': '이 대화의 지침',
  'command.planDone': '이제 도구는 계획만 세워요',
} satisfies Translation<typeof en>;
