import type { search as en } from '../en/search.ts';
import type { Translation } from '../translation.ts';

export const search = {
  title: '전체 검색',
  placeholder: '낱말, "구절", vendor:anthropic',
  clear: '검색어 지우기',
  filters: '거르기',
  busy: '찾는 중…',
  'count.messages_other': '메시지 {{count}}개',
  'count.sessions_other': '대화 {{count}}개',
  none: '“{{text}}”에 맞는 것이 없습니다.',
  inTrash: '삭제한 대화에서 찾기',
  failed: '대화 기록을 검색하지 못했습니다',
  unreadable_other: '메시지 {{count}}개는 읽을 수 없어 검색하지 못했습니다.',
  more_other: '이 대화에 {{count}}개 더 있음',
  pinned: '고정됨',
  deleted: '삭제됨',
  task: '작업',

  'filter.mine': '내 메시지',
  'filter.answers': '답',
  'filter.tools': '도구',
  'filter.thinking': '생각',
  'filter.files': '파일',
  'filter.pinned': '고정됨',
  'filter.deleted': '삭제됨',

  'role.user': '나',
  'role.assistant': '답',
  'role.tool': '도구',

  'field.thinking': '생각',
  'field.call': '도구 호출',
  'field.result': '도구 결과',
  'field.file': '파일',

  'help.intro': '제목, 메시지, 생각, 도구 호출과 결과, 첨부한 글까지 모든 대화와 모든 갈래에서 찾습니다.',
  'help.phrase': '적은 그대로의 구절',
  'help.vendor': '한 업체의 답',
  'help.model': '이름 일부로 고른 모델의 답',
  'help.role': 'user, assistant, tool 가운데 누가 썼는지',
  'help.tool': '한 도구의 호출과 결과',
  'help.time': '그 기간에 쓴 것. 하루는 on:2026-03-15',

  'find.label': '이 대화에서 찾기',
  'find.none': '없음',
  'find.count_other': '{{count}}개',
  'find.place_other': '{{count}}개 중 {{place}}',
  'find.previous': '앞의 것',
  'find.next': '뒤의 것',
  'find.close': '찾기 닫기',
} satisfies Translation<typeof en>;
