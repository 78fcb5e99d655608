import type { outline as en } from '#texts/en/outline.ts';
import type { Translation } from '#texts/base/translation.ts';

export const outline = {
  title: '대화 개요',
  open: '대화 개요',
  filter: '첫머리의 말이나 모델로 거르기',
  tree: '메시지와 갈래',
  read: '읽는 중… 지금까지 메시지 {{count}}개',
  empty: '아직 아무 말도 없어요.',
  none: '첫머리에 이 말이 있는 메시지가 없어요.',
  count_other: '메시지 {{count}}개',
  found: '{{of}}개 중 {{count}}개',
  hint: 'Enter를 누르면 그곳으로 가요. 왼쪽·오른쪽 화살표로 갈래를 접고 펴요.',
  here: '지금 여기',
  chosen: '고른 경로',
  version: '{{of}}개 중 {{at}}번째 버전',
  'how.edited': '고침',
  'how.again': '다시 물음',
  'how.compared': '비교함',
  you: '나',
  baton: 'Baton',
  summary: '요약',
  noWords: '글 없음',
  attachment: '첨부 파일',
  failed: '답변 없음',
  writing: '쓰는 중',
  steps: '{{count}}단계',
} satisfies Translation<typeof en>;
