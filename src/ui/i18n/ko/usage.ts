import type { usage as en } from '../en/usage.ts';
import type { Translation } from '../translation.ts';

export const usage = {
  intro:
    '답변에 쓰인 양이에요. 토큰은 각 회사가 센 값이고, 비용은 공개 가격으로 계산해서 실제 청구액과 다를 수 있어요.',
  period: '기간',
  'period.week': '7일',
  'period.month': '30일',
  'period.year': '12개월',
  'period.all': '전체',
  measure: '기준',
  cost: '비용',
  tokens: '토큰',
  answers: '답변',
  input: '입력',
  output: '출력',
  cached: '캐시에서 읽음',
  sums: '이 기간의 합계',
  none: '이 기간에는 아직 답변이 없어요. 첫 답변부터 사용량을 셉니다.',
  noPrice: '가격 없음',
  unpriced_other: '가격을 모르는 모델의 답변이 {{count}}개 있어요. 토큰은 셌지만 비용은 빠져 있어요.',
  chart: '기간별 사용량',
  asTable: '표로 보기',
  day: '날짜',
  month: '월',
  save: 'CSV로 저장',
  byModel: '모델별',
  model: '모델',
  bySession: '대화별',
  session: '대화',
  inTrash: '{{title}} (삭제됨)',
  more_other: '그 밖에 대화 {{count}}개',
} satisfies Translation<typeof en>;
