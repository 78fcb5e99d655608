import type { runs as en } from '#texts/en/runs.ts';
import type { Translation } from '#texts/base/translation.ts';

export const runs = {
  'task.open': '작업 열기',
  'task.openNamed': '‘{{title}}’ 작업 열기',
  'task.asks': '‘{{title}}’ 작업에서 물어봐요',
  'task.order': '모델이 맡긴 작업',
  'task.ended': '백그라운드 작업이 끝났어요: {{title}}',
  'task.up': '‘{{title}}’ 대화로 돌아가기',
  'task.of': '‘{{title}}’의 작업',

  'list.title': '지금 실행 중',
  'list.count_other': '{{count}}개 실행 중',
  'list.asking_other': '{{count}}개가 결정 필요',
  'list.none': '실행 중인 것이 없어요.',
  'list.stop': '‘{{title}}’ 중지',
  'list.announce': '‘{{title}}’ 대화에 결정이 필요해요.',
  'left.title': '명령이 끝난 뒤에도 실행 중',
  'left.more_other': '외 {{count}}개',
  'left.end': '‘{{title}}’ 명령이 남긴 프로세스 종료',
  'phase.queued': '대기 중',

  'news.ended': '완료됨',
  'news.stopped': '한도에 도달해서 멈춤',
  'news.failed': '오류로 멈춤',
  'news.asks': '결정이 필요해요',
  'limit.steps': '실행당 단계',
  'limit.stepsHint': '답변 하나와 그 도구 호출이 한 단계예요. 한도에 도달하면 멈추고, 계속할 수 있어요.',
  'limit.cost': '실행당 비용',
  'limit.costHint': '미국 달러예요. 비워 두면 단계만 제한해요.',
  'limit.none': '없음',
  'setting.title': '알림',
  'setting.hint': '다른 일을 하는 동안 실행이 끝나거나 결정이 필요하면 알려 줘요.',
  'setting.denied': 'Baton의 알림이 막혀 있어요. 브라우저나 시스템 설정에서 허용해 주세요.',
  'setting.unsupported': '이 창에서는 알림을 표시할 수 없어요.',
} satisfies Translation<typeof en>;
