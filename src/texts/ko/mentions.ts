import type { mentions as en } from '#texts/en/mentions.ts';
import type { Translation } from '#texts/base/translation.ts';

export const mentions = {
  list: '언급할 항목',
  count_other: '제안 {{count}}개. 위아래 화살표로 선택하고 Enter로 넣기, Esc로 닫아요.',
  'group.files': '파일과 폴더',
  'group.sessions': '대화',
  'group.prompts': '프롬프트',
  'group.resources': '서버에서',
  attach: '폴더 연결…',
  listing: '파일 목록을 읽는 중…',
  more: '이 폴더에는 여기서 검색할 수 있는 것보다 파일이 더 많아요.',
  chips: '언급한 항목',
  remove: '{{name}} 보내지 않기',
  removeTitle: '보내지 않기. 단어는 남아요.',
  names: '이름 목록',
  conversation: '대화',
  line: '{{from}}번째 줄',
  lines: '{{from}}–{{to}}번째 줄',
  'problem.missing': '{{name}}이(가) 더 이상 없어요. 빼거나 다른 항목을 언급해 주세요.',
  'problem.long': '{{name}}은(는) 너무 길어서 전부 보낼 수 없어요. {{token}}:1-200처럼 뒤에 줄 번호를 써 주세요.',
  'problem.unreadable': '{{name}} 파일은 Baton이 읽을 수 없어요. 빼면 메시지를 보낼 수 있어요.',
  'problem.failed': '{{name}}을(를) 읽지 못했어요. 다시 시도하거나 빼 주세요.',
} satisfies Translation<typeof en>;
