import type { runs as en } from '#texts/en/runs.ts';
import type { Translation } from '#texts/base/translation.ts';

export const runs = {
  'task.open': '작업 열기',
  'task.openNamed': '“{{title}}” 작업 열기',
  'task.asks': '“{{title}}” 작업에서 묻습니다',
  'task.order': '모델이 맡긴 작업',
  'task.ended': '백그라운드 작업이 끝났습니다: {{title}}',
  'task.up': '“{{title}}” 대화로 돌아가기',
  'task.of': '“{{title}}”의 작업',

  'list.title': '지금 실행 중',
  'list.count_other': '{{count}}개 실행 중',
  'list.asking_other': '{{count}}개가 결정을 기다림',
  'list.none': '이제 실행 중인 것이 없습니다.',
  'list.stop': '“{{title}}” 중지',
  'list.announce': '“{{title}}”에서 결정을 기다립니다.',
  'left.title': '명령이 끝난 뒤에도 실행 중',
  'left.more_other': '외 {{count}}개',
  'left.end': '“{{title}}” 명령이 남긴 프로세스 끝내기',
  'phase.queued': '차례를 기다림',

  'news.ended': '끝났습니다',
  'news.stopped': '한도에 닿아 멈췄습니다',
  'news.failed': '오류로 멈췄습니다',
  'news.asks': '결정을 기다립니다',
  'limit.steps': '한 번의 실행에서 할 수 있는 단계',
  'limit.stepsHint': '답변 하나와 그 도구 호출이 한 단계입니다. 한도에 이르면 멈추고, 이어서 하게 할 수 있습니다.',
  'limit.cost': '한 번의 실행에 드는 비용',
  'limit.costHint': '미국 달러입니다. 한도가 없으면 단계만 셉니다.',
  'limit.none': '없음',
  'setting.title': '알림',
  'setting.hint': '다른 것을 보는 동안 실행이 끝나거나 결정을 기다리면 알려 드립니다.',
  'setting.denied': 'Baton의 알림이 막혀 있습니다. 브라우저나 시스템 설정에서 허용해 주세요.',
  'setting.unsupported': '이 창에서는 알림을 보일 수 없습니다.',
} satisfies Translation<typeof en>;
