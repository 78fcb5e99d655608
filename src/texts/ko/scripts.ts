import type { scripts as en } from '#texts/en/scripts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const scripts = {
  'event.PreToolUse': '도구를 실행하기 전',
  'event.PostToolUse': '도구를 실행한 뒤',
  'event.UserPromptSubmit': '메시지를 보내기 전',
  'event.Stop': '모델이 답을 마쳤을 때',

  'did.blocked': '{{script}} 스크립트가 차단했어요.',
  'did.asked': '{{script}} 스크립트가 승인을 요청했어요.',
  'did.changed': '{{script}} 스크립트가 인수를 바꿨어요.',
  'did.added': '{{script}} 스크립트가 모델에 보낼 내용을 추가했어요.',
  'did.kept': '{{script}} 스크립트가 모델을 계속하게 했어요.',
  'did.said': '{{script}} 스크립트의 알림:',

  'failed.exit': '{{script}} 스크립트가 종료 코드 {{detail}}(으)로 실패해서 건너뛰었어요.',
  'failed.signal': '{{script}} 스크립트가 {{detail}} 신호로 끝나 건너뛰었어요.',
  'failed.timeout': '{{script}} 스크립트가 {{detail}}초 넘게 걸려 종료하고 건너뛰었어요.',
  'failed.start': '{{script}} 스크립트를 시작하지 못했어요: {{detail}}',
  'failed.size': '{{script}} 스크립트의 출력이 너무 커서 건너뛰었어요.',
  'failed.json': '{{script}} 스크립트가 올바르지 않은 JSON을 출력해 건너뛰었어요.',
  'failed.event': '{{script}} 스크립트가 요청하지 않은 {{detail}} 이벤트에 답해서 건너뛰었어요.',
  'failed.often': '{{script}} 스크립트가 모델을 여러 번 연달아 계속하게 했어요. 이제 직접 정해 주세요.',

  waiting: '내 스크립트가 메시지를 확인하는 중…',
  refused: '{{script}} 스크립트가 메시지를 차단했어요: {{reason}}',
  stopped: '스크립트가 확인하는 동안 중지해서 보내지 않았어요.',
  kept: '{{script}} 스크립트가 작업이 끝나지 않았다고 알렸어요',

  none: '아직 스크립트가 없어요. Claude Code처럼 내 설정 파일의 ‘hooks’에 추가해 주세요.',
  forTools: '대상: {{tools}}',
  agreed: '승인했어요.',
  notAgreed: '새로 추가됐거나 바뀌어서 실행하지 않아요.',
  review: '검토…',
  reviewOf: '{{script}} 검토…',
  revoke: '끄기',
  revokeOf: '{{script}} 끄기',

  'ask.title': '{{script}} 스크립트를 실행할까요?',
  'ask.body': '이 컴퓨터에서 내 모든 권한으로 자동 실행되고, 도구의 인수와 결과, 내 메시지를 볼 수 있어요.',
  'ask.no': '나중에',
  'ask.yes': '승인',
  'ask.stale': '표시된 뒤에 바뀌었어요. 닫고 다시 검토해 주세요.',
  'ask.fromFolder':
    '명령이 대화에 연결된 폴더의 파일을 사용해요. 그 폴더에 쓸 수 있는 사람이라면 누구나 실행 내용을 바꿀 수 있어요.',
  'ask.hidden': '보이지 않는 문자를 풀어서 표시했어요.',
  'ask.bound': '하나라도 바뀌면 다시 물어봐요. 명령이 실행하는 파일의 내용은 확인하지 않아요. 키는 전달하지 않아요.',
  'line.command': '명령',
  'line.when': '시점',
  'line.tools': '도구',
  'line.everyTool': '모두',
  'line.limit': '시간제한',
  'line.seconds_other': '{{count}}초',
  'line.folder': '시작 폴더',
  'line.inFolder': '대화에 연결된 첫 번째 폴더, 없으면 홈 폴더',
  'line.env': '변수',
} satisfies Translation<typeof en>;
