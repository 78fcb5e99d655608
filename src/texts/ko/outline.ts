import type { outline as en } from '#texts/en/outline.ts';
import type { Translation } from '#texts/base/translation.ts';

export const outline = {
  title: '대화 개요',
  open: '대화 개요',
  filter: '내용이나 모델로 필터',
  tree: '메시지와 분기',
  read: '읽는 중… 지금까지 메시지 {{count}}개',
  empty: '아직 메시지가 없어요.',
  none: '이 말로 시작하는 메시지가 없어요.',
  count_other: '메시지 {{count}}개',
  found: '{{of, number}}개 중 {{count}}개',
  hint: 'Enter로 이동, 왼쪽/오른쪽 화살표로 분기를 접고 펼쳐요.',
  here: '현재 위치',
  chosen: '현재 분기',
  version: '{{of}}개 중 {{at}}번째 버전',
  'how.edited': '수정함',
  'how.again': '다시 물음',
  'how.compared': '비교함',
  you: '나',
  baton: 'Baton',
  summary: '요약',
  noWords: '텍스트 없음',
  attachment: '첨부 파일',
  failed: '답변 없음',
  writing: '작성 중',
  steps: '{{count}}단계',
} satisfies Translation<typeof en>;
