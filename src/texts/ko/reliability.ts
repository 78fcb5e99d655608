import type { reliability as en } from '#texts/en/reliability.ts';
import type { Translation } from '#texts/base/translation.ts';

export const reliability = {
  intro: '대화가 끊기지 않도록 Baton이 스스로 하는 일입니다. 하나씩 끌 수 있고, 켜든 끄든 저장된 대화는 그대로입니다.',
  loading: 'Baton 호스트에 묻는 중…',
  search: '설정 찾기',
  found_other: '{{count}}개 찾음',
  none: '해당하는 항목이 없습니다.',
  pruning: '덜어 내기',
  byVendor: '업체에 맡기기',
  byVendorIntro:
    '켜 두면 Anthropic에 보내는 요청이 100,000토큰을 넘을 때 Baton이 아니라 Anthropic이 모델에 보이기 전에 오래된 도구 결과를 뺍니다. 최근 세 개는 남기고, 뺀 곳 뒤는 한 번 캐시 없이 다시 읽습니다. 대화는 그대로 남고, 몇 개가 빠졌는지는 ‘보낸 내용’에서 볼 수 있습니다. 게이트웨이나 다른 업체에는 요청하지 않습니다.',
  forFolder: '마지막으로 본 대화에 붙인 폴더의 파일까지 반영했습니다.',

  'origin.default': '기본값',
  'origin.user': '내 파일',
  'origin.workspace': '폴더의 파일',
  'origin.ui': '여기서 설정',
  takeBack: '되돌리기',
  takeBackFor: '되돌리기: {{name}}',
  resetAll: '여기서 설정한 것 모두 되돌리기',
  resetDone: '여기서 설정한 것을 모두 되돌렸습니다',

  'choice.off': '알리지 않음',
  'choice.minimal': '개수만',
  'choice.detailed': '항목마다',

  files: '파일',
  filesIntro:
    '같은 설정을 주석과 함께 글로 적을 수 있습니다. 폴더의 파일이 내 파일보다, 여기서 설정한 값이 두 파일보다 우선합니다. 파일을 저장하면 바로 적용됩니다.',
  'file.user': '내 파일',
  'file.workspace': '폴더의 파일',
  'file.ui': '여기서 설정한 값',
  'file.missing': '아직 없음',
  env: '환경 변수',
  envIntro:
    '명령과 도구 서버에는 경로, 언어, 폴더, 개발 도구 위치만 전달되고 다른 환경 변수는 전달되지 않아요. 필요하면 더 전달할 수 있어요.',
  envAdded: '직접 추가해서 함께 전달되는 변수:',
  envNone: '추가한 변수가 없어요.',
  envWanted: '내 파일에 적혀 있지만, 여기서 허용하기 전에는 전달하지 않는 변수:',
  envAllow: '전달',
  envAllowFor: '전달: {{name}}',
  envRemove: '{{name}} 전달 취소',
  envName: '변수 이름',
  envAdd: '전달',
  envBad: '이름에는 공백이나 “=”를 쓸 수 없어요.',
  envMeans:
    '허용한 모든 명령, 스크립트, 도구 서버가 이 값을 읽고 어디로든 보낼 수 있어요. 키나 비밀번호는 추가하지 마세요.',
  envServer: '서버 설정에 적은 값은 그 서버에만 전달돼요.',
  copyPathOf: '{{file}} 경로 복사',

  'warning.title_other': '설정 파일에서 적용되지 않은 것이 {{count}}개 있습니다',
  'warning.line': '{{line}}번째 줄',
  'warning.syntax': '읽을 수 없어 건너뛰었습니다 ({{detail}})',
  'warning.not-an-object': '설정이 들어 있지 않아 건너뛰었습니다',
  'warning.too-large': '너무 길어 건너뛰었습니다',
  'warning.unreadable': '열 수 없어 건너뛰었습니다 ({{detail}})',
  'warning.unknown-key': '“{{key}}”은(는) 모르는 이름이라 무시했습니다',
  'warning.unused-list': '“{{key}}”은(는) Baton에서 쓰이지 않습니다',
  'warning.unknown-hook': '“{{detail}}”(이)라는 기능은 없어 무시했습니다',
  'warning.renamed-hook': '이름이 바뀌었습니다: {{detail}}',
  'warning.invalid-value': '“{{key}}”을(를) 건너뛰었습니다. 올바른 값: {{detail}}',
  'warning.unsafe-key': '“{{key}}”은(는) 허용되지 않아 무시했습니다',
  'warning.repeated-key': '“{{key}}”이(가) 두 번 적혀 있습니다. 마지막 것이 적용됩니다',
  'warning.user-file-only': '“{{key}}”은(는) 내 파일에서만 적용됩니다',

  'notice.off': '이 대화에서 ‘{{name}}’ 기능을 껐습니다',
  'notice.offWhy': '여러 번 실패했습니다: {{why}}',
  'notice.offMany': '이 대화에서 기능 {{number}}개를 껐습니다',
  'notice.offWhich': '여러 번 실패한 기능: {{names}}. 나머지는 그대로 동작합니다.',

  'hook.thinking-block-validator': '보내기 전에 생각 확인',
  'what.thinking-block-validator':
    '업체가 받아들이는 곳에만 생각을 보내고, 거절당할 요청이라면 그 요청에서만 생각을 끕니다. 꺼 두면 보내기 직전의 마지막 검사가 고칩니다.',
  'hook.empty-message-sanitizer': '빈 메시지 빼기',
  'what.empty-message-sanitizer':
    '내용이 없는 답과 글은 대화에 남겨 두고 보내지 않습니다. 꺼 두면 보내기 직전의 마지막 검사가 고칩니다.',
  'hook.non-interactive-env': '명령이 입력을 기다리지 않게 하기',
  'what.non-interactive-env':
    '명령과 도구 서버를 물음, 페이저, 편집기가 없는 환경에서 시작하고, 사람을 기다릴 명령이면 모델에 알립니다. 서버에는 다음에 시작할 때 적용됩니다.',
  'hook.comment-checker': '남은 주석 찾기',
  'what.comment-checker':
    '도구가 파일을 바꾸면 추가한 줄에 TODO나 FIXME, ‘나머지 코드’처럼 코드를 대신한 말, 주석 처리된 코드가 있는지 살핍니다. 찾은 내용은 호출에 표시하고 모델에게도 결과 아래에 알려 줍니다. 파일은 그대로 저장됩니다.',
  'hook.context-window-monitor': '창이 얼마나 찼는지 보기',
  'what.context-window-monitor':
    '모델이 읽을 수 있는 양의 70%, 80%, 95%를 넘을 때마다 한 번 알려 줍니다. 꺼도 모델 옆의 표시에는 계속 보입니다.',
  'hook.empty-task-response-detector': '빈 결과 알리기',
  'what.empty-task-response-detector':
    '도구가 아무것도 돌려주지 않으면 모델에 그렇게 알려, 성공으로 여기지 않게 합니다.',
  'hook.session-recovery': '거절에서 복구',
  'what.session-recovery':
    '업체가 요청을 거절하면 그 이유에 맞춘 요청으로 한 번 더 묻습니다. 대화 자체는 바뀌지 않습니다.',
  'hook.anthropic-context-window-limit-recovery': '너무 긴 대화에서 복구',
  'what.anthropic-context-window-limit-recovery':
    '업체가 대화가 너무 길다고 하면 줄여서 한 번 더 묻고, 실제 한도를 기억합니다.',
  'hook.todo-continuation-enforcer': '남은 할 일 이어 가기',
  'what.todo-continuation-enforcer':
    '할 일이 남은 채 실행이 끝나면 2초 뒤 화면에 보이게 이어 갑니다. 여러분이 무엇이든 쓰면 멈춥니다.',
  'hook.preemptive-compaction': '미리 요약',
  'what.preemptive-compaction': '창이 가득 차기 전에 앞부분을 요약합니다. 원본은 그대로 있습니다.',
  'hook.compaction-context-injector': '요약에 사실 남기기',
  'what.compaction-context-injector':
    '자리를 만드는 요약 옆에 연결된 폴더와 파일을 고친 폴더의 AGENTS.md, 폴더 윗부분의 구조, 모델과 모드를 글자 그대로 둡니다. 모델이 쓰거나 고치지 않습니다.',
  'hook.tool-output-truncator': '긴 결과 줄이기',
  'what.tool-output-truncator':
    '결과 하나는 남은 공간의 절반까지만 차지합니다. 처음과 끝을 보내고, 전체는 모델이 이어 읽을 수 있게 보관합니다. 꺼 두면 결과가 통째로 들어가 창이 더 빨리 찹니다.',
  'hook.directory-agents-injector': 'AGENTS.md 읽기',
  'what.directory-agents-injector':
    '실행이 시작될 때 연결된 폴더의 AGENTS.md를, 파일 도구가 안쪽 폴더에 이르면 그 폴더의 AGENTS.md를 모델에 한 번씩 전합니다. 무엇을 전했는지 대화에 보이고, 요약이 대신하게 되면 다시 전합니다.',
  'hook.directory-readme-injector': 'README.md 읽기',
  'what.directory-readme-injector': 'README.md도 같은 방법으로 전합니다.',
  'hook.rules-injector': '폴더 규칙 읽기',
  'what.rules-injector':
    '.claude/rules와 .cursor/rules의 파일을, 파일 도구가 그 규칙에 해당하는 곳에 이르면 모델에 한 번 전합니다. 모든 파일에 적용되는 규칙은 실행이 시작될 때 전합니다.',
  'hook.interactive-bash-session': '명령이 남긴 프로세스 추적',
  'what.interactive-bash-session':
    '명령이 끝난 뒤에도 계속 실행되는 것을 실행 중 목록에 보여 주고 거기서 끝낼 수 있게 합니다. 대화를 삭제하거나 Baton을 종료하면 함께 끝납니다. 리눅스에서만 됩니다. 다른 시스템에서는 프로세스가 어느 대화에서 왔는지 알 수 없습니다.',
  'hook.session-notification': '끝나면 알림',
  'what.session-notification':
    'Baton이 앞에 없을 때 답이 오거나 물음이 기다리면 시스템 알림으로 알립니다. 대화 설정의 알림을 켜야 합니다.',
  'hook.background-notification': '백그라운드 작업 알림',
  'what.background-notification': '모델이 시작한 작업도 같은 방법으로 알립니다. 대화 설정의 알림을 켜야 합니다.',
  'hook.keyword-detector': '키워드 알아보기',
  'what.keyword-detector':
    '메시지에 ‘ultrathink’, ‘ultrawork’, ‘검색 모드’, ‘분석 모드’라고 쓰면 쓰는 동안 메시지 상자 위에 해당 표시가 생깁니다. 보내기 전에 보고 뺄 수 있습니다. 이 기능을 꺼도 ‘/’ 명령으로 같은 표시를 달 수 있습니다.',
  'hook.think-mode': '말로 부탁하면 더 생각하기',
  'what.think-mode':
    '‘ultrathink’나 ‘깊이 생각해 줘’처럼 더 생각해 달라는 말이 있으면 그 메시지에서만 생각을 늘립니다. 보내기 전에 표시를 보고 뺄 수 있습니다. 이 기능을 꺼도 ‘/think’로 똑같이 할 수 있습니다.',
  'hook.agent-usage-reminder': '작업 귀띔',
  'what.agent-usage-reminder':
    '실행이 혼자 많이 읽고 검색하면, 작업에 맡길 수 있다고 메시지 칸 위에서 대화마다 한 번 알려 줍니다. 모델에는 전하지 않습니다.',
  'hook.auto-update-checker': '업데이트 확인',
  'what.auto-update-checker':
    '정보 화면에서 동의한 뒤에만, 새 Baton이 있는지 하루에 한 번까지 묻고 알려 줍니다. 설치는 하지 않습니다.',
  'hook.startup-toast': '업데이트 뒤 인사',
  'what.startup-toast':
    '새 버전을 처음 시작하면 한 번 알리고, 달라진 점을 볼 수 있게 합니다. 달라진 점은 언제든 정보 화면에 있습니다.',
  'hook.claude-code-hooks': '내 스크립트 실행',
  'what.claude-code-hooks':
    '내 설정 파일에 적은 명령을 도구 실행 앞뒤, 메시지를 보내기 전, 모델이 답을 마쳤을 때 실행합니다. 막거나 바꾸거나 덧붙인 내용은 모두 화면에 나타납니다. 지금 내용 그대로 동의한 스크립트만 실행합니다.',

  'group.prevention': '예방',
  'group.detection': '탐지',
  'group.recovery': '복구',
  'group.context': '공간 확보',
  'group.comfort': '편의',
  'group.integration': '스크립트',

  'recovery.tool-crash': '도구 중단에서 복구',
  'recovering.tool-crash': '취소된 도구 결과를 넣는 중…',
  'recovery.thinking-block': '생각 블록 복구',
  'recovering.thinking-block': '메시지 구조를 고치는 중…',
  'recovery.thinking-strip': '생각 제거 복구',
  'recovering.thinking-strip': '생각 블록을 빼는 중…',
  'recovery.empty-message': '빈 메시지 복구',
  'recovering.empty-message': '빈 메시지를 빼는 중…',
  'recovery.prefill': '끝 메시지 복구',
  'recovering.prefill': '사용자 메시지로 끝나게 고치는 중…',
  'recovery.unavailable-tool': '없는 도구 복구',
  'recovering.unavailable-tool': '이전 도구 호출을 글로 바꿔 보내는 중…',
  'recovery.tool-schema': '도구 형식 복구',
  'recovering.tool-schema': '거절된 도구를 빼는 중…',
  'recovery.context-limit': '컨텍스트 한도 복구',
  'recovering.context-limit': '자리를 만들어 다시 묻는 중…',
  'recovery.request': '요청 복구',
  'recovering.request': '거절된 항목을 빼는 중…',

  'set.experimental.auto_resume': '복구한 뒤 저절로 이어 가기',
  'set.experimental.background_continuation': '백그라운드 작업도 이어서 하기',
  'set.experimental.preemptive_compaction': '창이 차기 전에 요약',
  'set.experimental.preemptive_compaction_threshold': '창이 이만큼 찼을 때',
  'set.experimental.dcp_for_compaction': '먼저 덜어 내고, 그래도 부족할 때만 요약',
  'set.experimental.truncate_all_tool_outputs': '검색·언어 도구만이 아니라 모든 도구의 결과',
  'set.experimental.aggressive_truncation': '위 설정과 상관없이 모든 도구의 결과',
  'set.experimental.dynamic_context_pruning.enabled': '뒤에 불필요해진 내용 덜어 내기',
  'set.experimental.dynamic_context_pruning.notification': '알리는 정도',
  'set.experimental.dynamic_context_pruning.turn_protection.enabled': '최근 차례는 통째로 두기',
  'set.experimental.dynamic_context_pruning.turn_protection.turns': '둘 차례 수',
  'set.experimental.dynamic_context_pruning.strategies.deduplication.enabled': '같은 호출은 마지막 결과만 보내기',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.enabled':
    '파일을 다시 읽었으면 앞서 쓴 내용 빼기',
  'set.experimental.dynamic_context_pruning.strategies.supersede_writes.aggressive': '어떤 파일이든 나중에 읽었으면',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.enabled': '실패한 호출의 인수 빼기',
  'set.experimental.dynamic_context_pruning.strategies.purge_errors.turns': '몇 차례 뒤에',
  'set.experimental.server_context_editing': '오래된 도구 결과 빼기를 Anthropic에 맡기기',
} satisfies Translation<typeof en>;
