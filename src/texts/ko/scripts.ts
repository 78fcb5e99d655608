import type { scripts as en } from '#texts/en/scripts.ts';
import type { Translation } from '#texts/base/translation.ts';

export const scripts = {
  'event.PreToolUse': '도구를 실행하기 전',
  'event.PostToolUse': '도구를 실행한 뒤',
  'event.UserPromptSubmit': '메시지를 보내기 전',
  'event.Stop': '모델이 답을 마쳤을 때',

  'did.blocked': '{{script}} 스크립트가 막았습니다.',
  'did.asked': '{{script}} 스크립트가 확인을 받도록 했습니다.',
  'did.changed': '{{script}} 스크립트가 인수를 바꿨습니다.',
  'did.added': '{{script}} 스크립트가 모델에게 알릴 내용을 덧붙였습니다.',
  'did.kept': '{{script}} 스크립트가 모델을 계속하게 했습니다.',
  'did.said': '{{script}} 스크립트의 알림:',

  'failed.exit': '{{script}} 스크립트가 종료 코드 {{detail}}(으)로 실패해 건너뛰었습니다.',
  'failed.signal': '{{script}} 스크립트가 {{detail}} 신호로 끝나 건너뛰었습니다.',
  'failed.timeout': '{{script}} 스크립트가 {{detail}}초 넘게 걸려 종료하고 건너뛰었습니다.',
  'failed.start': '{{script}} 스크립트를 시작하지 못했습니다: {{detail}}',
  'failed.size': '{{script}} 스크립트의 출력이 너무 커서 건너뛰었습니다.',
  'failed.json': '{{script}} 스크립트가 올바르지 않은 JSON을 출력해 건너뛰었습니다.',
  'failed.event': '{{script}} 스크립트가 묻지 않은 {{detail}}에 답해 건너뛰었습니다.',
  'failed.often': '{{script}} 스크립트가 모델을 여러 번 연달아 계속하게 했습니다. 이제 직접 정해 주세요.',

  waiting: '보내기 전에 내 스크립트가 메시지를 확인하고 있습니다…',
  refused: '{{script}} 스크립트가 메시지를 막았습니다: {{reason}}',
  stopped: '스크립트가 확인하는 동안 중지해서 보내지 않았습니다.',
  kept: '{{script}} 스크립트가 아직 끝나지 않았다고 합니다',

  none: '아직 없습니다. Claude Code와 같은 형식으로 내 설정 파일의 “hooks”에 적어 주세요.',
  forTools: '대상: {{tools}}',
  agreed: '실행에 동의했습니다.',
  notAgreed: '실행하지 않습니다. 아직 동의하지 않았거나 그 뒤로 바뀌었습니다.',
  review: '살펴보기…',
  reviewOf: '{{script}} 살펴보기…',
  revoke: '실행 안 함',
  revokeOf: '{{script}} 더 이상 실행하지 않기',

  'ask.title': '{{script}} 스크립트를 실행할까요?',
  'ask.body':
    '이 컴퓨터에서 내가 할 수 있는 모든 일을 할 수 있는 권한으로 자동 실행됩니다. 도구의 인수와 결과, 내 메시지 같은 내용을 전달받습니다.',
  'ask.no': '나중에',
  'ask.yes': '실행 허용',
  'ask.stale': '여기에 표시된 뒤로 바뀌었습니다. 닫고 다시 살펴봐 주세요.',
  'ask.fromFolder':
    '명령이 대화에 연결된 폴더 안의 파일을 가리킵니다. 그 폴더에 쓸 수 있는 누구든 실행될 내용을 정할 수 있습니다.',
  'ask.hidden': '보이지 않는 문자가 있어 풀어서 적었습니다.',
  'ask.bound':
    '이 가운데 하나라도 바뀌면 다시 묻습니다. 명령이 실행하는 파일의 내용까지 지켜보지는 않습니다. API 키는 전달하지 않습니다.',
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
